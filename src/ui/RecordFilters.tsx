import { Fragment, useId } from 'react';
import { useForm } from 'react-hook-form';

import type { AddressParameter } from '#lib/filterAddress.ts';

import { Button } from './Button.tsx';
import { SelectField, TextField } from './Field.tsx';

import styles from './records/records.module.css';

/** A filter's field in the form. */
interface FilterField {
  /** A filter without one has no field: links set it, applying the others keeps it, and clearing removes it. */
  readonly label?: string;
  readonly placeholder?: string;
  readonly mono?: boolean;
  readonly maxLength?: number;
  /** The values of a select in order, with their labels; a text field has none. */
  readonly options?: readonly (string | number)[];
  readonly words?: Readonly<Record<string, string>>;
  /** Converts the typed text to the applied value; by default it is trimmed. */
  readonly clean?: (typed: string) => string;
}

/** One filter of a record: how the URL stores it, and its form field. Each value of a select has a label. */
type RecordFilter<T> = AddressParameter<T> &
  FilterField &
  ([T] extends [string]
    ? string extends T
      ? unknown
      : { readonly words: Readonly<Record<T, string>> }
    : unknown);

/** The filters of a record, except for the days; a filter without a field does not compile. */
export type RecordFilters<Query> = {
  readonly [Name in Exclude<keyof Query, 'from' | 'to' | 'before' | 'size'>]-?: RecordFilter<
    Exclude<Query[Name], undefined>
  >;
};

type Texts = Readonly<Record<string, string>>;

interface RecordFiltersProps {
  className?: string | undefined;
  /** In form order, before the days. */
  filters: Readonly<Record<string, FilterField>>;
  /** Whether the record is filtered by days too. */
  hasDays?: boolean;
  /** The applied values, by the names of the filters and `from` and `to`. */
  applied: Readonly<Partial<Record<string, string>>>;
  /** Suggestions for some text fields. */
  suggestions?: Readonly<Record<string, readonly string[]>>;
  onApply: (texts: Texts) => void;
}

/**
 * The form with a record's filters, which apply on Enter or "Apply filters". The browser refuses a date that does not
 * exist or is half typed, because the value of its field is empty.
 */
export function RecordFilterForm(props: RecordFiltersProps) {
  const { className, filters, hasDays = true, applied, suggestions = {}, onApply } = props;
  const listId = useId();
  const names = [...Object.keys(filters), ...(hasDays ? ['from', 'to'] : [])];
  const none: Texts = Object.fromEntries(names.map((name) => [name, '']));
  const form = useForm<Record<string, string>>({
    defaultValues: none,
    // Depends only on the filter, so that paging keeps the typed text.
    values: Object.fromEntries(names.map((name) => [name, applied[name] ?? ''])),
    // Keeps what is typed before the address has changed.
    resetOptions: { keepDirtyValues: true },
  });
  const { register, formState } = form;
  function apply(texts: Texts) {
    form.reset(texts, { keepDirtyValues: false, keepFieldsRef: true });
    onApply(texts);
  }
  const cleaned = (typed: Texts) =>
    Object.fromEntries(
      Object.entries(typed).map(([name, text]) => [
        name,
        filters[name]?.clean?.(text) ?? text.trim(),
      ]),
    );
  return (
    <form
      role="search"
      aria-label="Filters"
      className={className === undefined ? styles.filters : `${styles.filters} ${className}`}
      autoComplete="off"
      onSubmit={(event) => void form.handleSubmit((typed) => apply(cleaned(typed)))(event)}
    >
      {Object.entries(filters).map(([name, filter]) => {
        const { label, placeholder, mono = false, maxLength, options, words } = filter;
        const suggested = suggestions[name];
        if (label === undefined) return null;
        if (options) {
          return (
            <SelectField key={name} label={label} {...register(name)}>
              <option value="">Any</option>
              {options.map((option) => (
                <option key={option} value={option}>
                  {words?.[option] ?? option}
                </option>
              ))}
            </SelectField>
          );
        }
        return (
          <Fragment key={name}>
            <TextField
              label={label}
              {...{ placeholder, mono, maxLength }}
              list={suggested && `${listId}-${name}`}
              {...register(name)}
            />
            {suggested && (
              <datalist id={`${listId}-${name}`}>
                {suggested.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            )}
          </Fragment>
        );
      })}
      {hasDays && (
        <>
          <TextField label="From" type="date" {...register('from', { deps: 'to' })} />
          <TextField
            label="To"
            type="date"
            error={formState.errors['to']?.message}
            {...register('to', { validate: firstBeforeLast })}
          />
        </>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary">
          Apply filters
        </Button>
        <Button onClick={() => apply(none)}>Clear filters</Button>
      </div>
    </form>
  );
}

/** Days such as `2026-11-22`; empty text means no day. */
function firstBeforeLast(to: string | undefined, { from }: Partial<Texts>): true | string {
  return !to || !from || from <= to || 'This date is before From.';
}
