import { useState, type SubmitEvent } from 'react';

import { maxTagFilters, thingStates, type ThingFilterName } from '#api/things.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField, TextField } from '#ui/Field.tsx';

import { cleanFilter, fitsFilter } from '../address/filterAdvice.ts';
import { filterMessages } from '../address/filterMessages.ts';
import { filterFields } from '../address/thingFilters.ts';
import { isFiltered, type ThingsAddress } from '../address/thingsAddress.ts';
import { messages } from '../messages.ts';
import type { Applied } from './FilterChips.tsx';
import { FilterField, useApplied } from './FilterField.tsx';

import styles from './ThingsFilters.module.css';

interface FilterFormProps {
  address: ThingsAddress;
  onApply: (applied: Applied) => void;
}

/** The filters as typed. Nothing leaves the form before Enter or "Apply filters". */
export function FilterForm({ address, onApply }: FilterFormProps) {
  const appliedTags = address.tags.join(', ');
  const appliedState = address.state ?? '';
  const tagsField = useApplied<HTMLInputElement>(appliedTags);
  const stateField = useApplied<HTMLSelectElement>(appliedState);
  const [tagsProblem, setTagsProblem] = useState<string>();
  const [refused, setRefused] = useState<readonly ThingFilterName[]>([]);
  const [clearings, setClearings] = useState(0);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const applied = readForm(new FormData(event.currentTarget));
    const foundInTags = problemOfTags(applied.tags, tagsField.current?.value ?? '');
    setTagsProblem(foundInTags);
    // The address would not take them either, and what was typed would be gone.
    const misfits = misfitting(applied.filters);
    setRefused(misfits);
    const [misfit] = misfits;
    if (misfit !== undefined) focusOn(event.currentTarget, misfit);
    else if (foundInTags !== undefined) tagsField.current?.focus();
    else onApply(applied);
  }

  function clear(form: HTMLFormElement | null) {
    for (const field of form?.elements ?? []) {
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = '';
    }
    setTagsProblem(undefined);
    setRefused([]);
    setClearings(clearings + 1);
    if (isFiltered(address)) onApply({ filters: {}, tags: [], state: undefined });
  }

  return (
    <form onSubmit={submit} className={styles.form} autoComplete="off">
      <div className={styles.fields}>
        {filterFields.map((field) => (
          <FilterField
            key={field.name}
            field={field}
            applied={address.filters[field.name] ?? ''}
            error={refused.includes(field.name) ? filterMessages.wholeNumber : undefined}
            clearings={clearings}
            onChange={() => {
              if (refused.includes(field.name)) {
                setRefused(refused.filter((name) => name !== field.name));
              }
            }}
          />
        ))}
        <TextField
          ref={tagsField}
          name="Tags"
          label="Tags"
          hint={filterMessages.tagsHint}
          error={tagsProblem}
          spellCheck={false}
          defaultValue={appliedTags}
        />
        <SelectField ref={stateField} name="State" label="State" defaultValue={appliedState}>
          <option value="">{messages.anyState}</option>
          {thingStates.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </SelectField>
        <div className={styles.actions}>
          <Button type="submit" variant="primary">
            {messages.apply}
          </Button>
          <Button onClick={(event) => clear(event.currentTarget.form)}>{messages.clear}</Button>
        </div>
      </div>
    </form>
  );
}

function problemOfTags(tags: readonly string[], typed: string): string | undefined {
  // Which ones are meant is not for us to guess (API document 4.5: four indexes).
  if (tags.length > maxTagFilters) return filterMessages.tooManyTags(maxTagFilters);
  return tags.length === 0 && typed.trim() !== '' ? filterMessages.noTags : undefined;
}

function misfitting(filters: Applied['filters']): readonly ThingFilterName[] {
  return filterFields
    .map(({ name }) => name)
    .filter((name) => !fitsFilter(name, filters[name] ?? '0'));
}

function focusOn(form: HTMLFormElement, name: ThingFilterName): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

function readForm(form: FormData): Applied {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const filters: Partial<Record<ThingFilterName, string>> = {};
  for (const { name } of filterFields) {
    const value = cleanFilter(name, text(name));
    if (value !== '') filters[name] = value;
  }
  const tags = text('Tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  return {
    filters,
    tags: [...new Set(tags)],
    state: thingStates.find((state) => state === text('State')),
  };
}
