import { memo, useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';

import { Button } from '#ui/Button.tsx';
import { SelectField, TextField } from '#ui/Field.tsx';

import { AskFleet } from './AskFleet.tsx';
import {
  filterFields,
  isFiltered,
  noFilter,
  type FilterField,
  type FilterName,
  type ThingsFilter,
} from './thingsFilter.ts';

import styles from './ThingsFilters.module.css';

/** The reason why a value was not applied, or advice about it. */
interface FieldNote {
  readonly error?: string | undefined;
  readonly warning?: string | undefined;
}

interface FilterFormProps {
  /** The current filter. */
  filter: ThingsFilter;
  onApply: (filter: ThingsFilter) => void;
}

const onTheLine = filterFields.filter(({ place }) => place !== 'folded');
const folded = filterFields.filter(({ place }) => place === 'folded');

/**
 * The filter form; filters apply on Enter or "Apply filters". The most used filters share one line and the others are
 * behind "Filters", so that the page has room for rows. The form is native: react-hook-form would add 12 kB to the
 * first load of the list, and uncontrolled inputs do not render on keystrokes.
 */
export function FilterForm({ filter, onApply }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(filter);
  /** The values that were applied. The user may go on typing until the rows arrive. */
  const applied = useRef(new Map<FilterName, string>());
  const [notes, setNotes] = useState(
    () => new Map(filterFields.map((field) => noteOn(field, filter))),
  );

  const [chosen, setChosen] = useState<boolean>();
  // A message about a value must be visible.
  const isOpen = chosen ?? folded.some(({ name }) => hasText(notes.get(name)));

  const setNote = useCallback(
    ({ name }: FilterField, note: FieldNote) =>
      setNotes((current) => new Map(current).set(name, note)),
    [],
  );

  useEffect(() => {
    // Fields show newly applied values. Input in other fields is kept, and so is the focus.
    const before = shown.current;
    shown.current = filter;
    const changed = filterFields.filter((field) => textOf(field, before) !== textOf(field, filter));
    for (const field of changed) {
      const control = controlOf(form.current, field);
      const isTypedOn =
        control && control.value !== (applied.current.get(field.name) ?? textOf(field, before));
      if (control && !isTypedOn) control.value = textOf(field, filter);
    }
    applied.current.clear();
    setNotes((current) => {
      const other = changed
        .map((field) => noteOn(field, filter))
        .filter(([name, note]) => !isSameNote(current.get(name), note));
      return other.length === 0 ? current : new Map([...current, ...other]);
    });
  }, [filter]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = filterFields.map((field) => {
      const text = controlOf(event.currentTarget, field)?.value ?? '';
      return { field, text, problem: field.problem?.(text) };
    });
    // Reading the URL would reject these values too, and the input would be lost.
    const refused = typed.filter(({ problem }) => problem !== undefined);
    for (const { field, problem } of refused) setNote(field, { error: problem });
    const [first] = refused;
    if (first) {
      // A field in the collapsed section cannot take focus.
      if (first.field.place !== 'line') flushSync(() => setChosen(true));
      controlOf(event.currentTarget, first.field)?.focus();
      return;
    }
    applied.current = new Map(typed.map(({ field, text }) => [field.name, text]));
    onApply(typed.reduce((all, { field, text }) => field.change(all, field.parse(text)), noFilter));
  }

  function clear() {
    for (const field of filterFields) {
      const control = controlOf(form.current, field);
      if (control) control.value = '';
    }
    if ([...notes.values()].some(hasText)) setNotes(new Map());
    // A filter that was just applied may not be rendered yet.
    const isOnItsWay = [...applied.current.values()].some((text) => text !== '');
    applied.current = new Map(filterFields.map(({ name }) => [name, '']));
    if (isOnItsWay || isFiltered(filter)) onApply(noFilter);
  }

  const control = (field: FilterField) => (
    <FilterControl
      key={field.name}
      field={field}
      note={notes.get(field.name)}
      defaultValue={textOf(field, filter)}
      onNote={setNote}
    />
  );
  return (
    <form
      ref={form}
      onSubmit={submit}
      className={styles.form}
      data-folded={!isOpen || undefined}
      autoComplete="off"
    >
      <div className={styles.line}>
        <Button small variant="quiet" aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
          <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
            <path fill="currentColor" d={isOpen ? 'M1 3h10L6 10z' : 'M3 1v10l7-5z'} />
          </svg>
          Filters
        </Button>
        {onTheLine.map((field) => (
          <div key={field.name} className={styles.onTheLine} data-place={field.place}>
            {control(field)}
          </div>
        ))}
        {/* The field keeps the focus until the press is over: its advice moves the button away from the pointer. */}
        <div
          role="presentation"
          className={styles.actions}
          onMouseDown={(event) => event.preventDefault()}
          onClick={({ detail, target }) => {
            // Enter in a field clicks too, without moving the focus.
            if (detail > 0 && target instanceof HTMLButtonElement) target.focus();
          }}
        >
          <Button type="submit" variant="primary">
            Apply filters
          </Button>
          <Button onClick={clear}>Clear filters</Button>
        </div>
      </div>
      {/* Hidden rather than unmounted, so that the input stays. */}
      <div className={styles.fields} hidden={!isOpen}>
        {folded.map(control)}
      </div>
      {isOpen && <AskFleet filter={filter} />}
    </form>
  );
}

function isSameNote(a: FieldNote | undefined, b: FieldNote): boolean {
  return a?.error === b.error && a?.warning === b.warning;
}

function hasText(note: FieldNote | undefined): boolean {
  return note?.error !== undefined || note?.warning !== undefined;
}

interface FilterControlProps {
  field: FilterField;
  note: FieldNote | undefined;
  defaultValue: string;
  onNote: (field: FilterField, note: FieldNote) => void;
}

/** Renders only when its own value or note changes. */
const FilterControl = memo(function FilterControl(props: FilterControlProps) {
  const { field, note, defaultValue, onNote } = props;
  const { name, label, hint, choices } = field;
  if (choices) {
    return (
      <SelectField name={name} label={label} defaultValue={defaultValue}>
        <option value="">Any</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </SelectField>
    );
  }
  return (
    <TextField
      name={name}
      label={label}
      hint={hint}
      error={note?.error}
      warning={note?.warning ?? (field.advice && '')}
      mono={field.mono ?? false}
      spellCheck={false}
      defaultValue={defaultValue}
      // Advice appears on blur, and disappears as soon as the value is corrected.
      onBlur={({ target }) => {
        const warning = field.advice?.(target.value);
        if (warning !== note?.warning) onNote(field, { ...note, warning });
      }}
      onChange={({ target }) => {
        if (note?.error !== undefined) onNote(field, {});
        else if (note?.warning !== undefined) {
          onNote(field, { warning: field.advice?.(target.value) });
        }
      }}
    />
  );
});

function textOf(field: FilterField, filter: ThingsFilter): string {
  return field.values(filter).join(', ');
}

function noteOn(field: FilterField, filter: ThingsFilter): readonly [FilterName, FieldNote] {
  return [field.name, { warning: field.advice?.(textOf(field, filter)) }];
}

function controlOf(form: HTMLFormElement | null, { name }: FilterField) {
  const control = form?.elements.namedItem(name);
  const isControl = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
  return isControl ? control : undefined;
}
