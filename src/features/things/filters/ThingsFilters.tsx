import { useState, type SubmitEvent } from 'react';

import { maxTagFilters, thingStates, type ThingFilterName } from '#api/things.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField, TextField } from '#ui/Field.tsx';

import { filterFields } from '../address/thingFilters.ts';
import { isFiltered, type ThingsAddress } from '../address/thingsAddress.ts';
import { messages } from '../messages.ts';

import styles from './ThingsFilters.module.css';

type Applied = Pick<ThingsAddress, 'filters' | 'tags' | 'state'>;

interface ThingsFiltersProps {
  address: ThingsAddress;
  onApply: (applied: Applied) => void;
}

/** The filters as typed. Nothing leaves the form before Enter or "Apply filters". */
export function ThingsFilters({ address, onApply }: ThingsFiltersProps) {
  const [open, setOpen] = useState(() => !window.matchMedia('(width < 700px)').matches);
  return (
    <section aria-label={messages.filters} className={styles.region}>
      <Button small variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
          <path fill="currentColor" d={open ? 'M1 3h10L6 10z' : 'M3 1v10l7-5z'} />
        </svg>
        {messages.filters}
      </Button>
      {open && (
        // Typed values belong to the applied ones: Back and Forward bring their own.
        <FilterForm key={appliedKey(address)} address={address} onApply={onApply} />
      )}
    </section>
  );
}

function FilterForm({ address, onApply }: ThingsFiltersProps) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onApply(readForm(new FormData(event.currentTarget)));
  }
  return (
    <form onSubmit={submit} className={styles.form} autoComplete="off">
      <div className={styles.fields}>
        {filterFields.map(({ name, label, hint, mono }) => (
          <TextField
            key={name}
            name={name}
            label={label}
            hint={hint}
            mono={mono ?? false}
            spellCheck={false}
            defaultValue={address.filters[name] ?? ''}
          />
        ))}
        <TextField
          name="Tags"
          label="Tags"
          hint={messages.tagsHint}
          spellCheck={false}
          defaultValue={address.tags.join(', ')}
        />
        <SelectField name="State" label="State" defaultValue={address.state ?? ''}>
          <option value="">{messages.anyState}</option>
          {thingStates.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </SelectField>
        <div className={styles.actions}>
          <Button type="submit" variant="primary">
            {messages.apply}
          </Button>
          <Button
            onClick={(event) => {
              event.currentTarget.form?.querySelectorAll('input').forEach((input) => {
                input.value = '';
              });
              if (isFiltered(address)) onApply({ filters: {}, tags: [], state: undefined });
            }}
          >
            {messages.clear}
          </Button>
        </div>
      </div>
    </form>
  );
}

function readForm(form: FormData): Applied {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const filters: Partial<Record<ThingFilterName, string>> = {};
  for (const { name } of filterFields) {
    const value = text(name);
    if (value !== '') filters[name] = value;
  }
  return {
    filters,
    tags: text('Tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
      .slice(0, maxTagFilters),
    state: thingStates.find((state) => state === text('State')),
  };
}

function appliedKey({ filters, tags, state }: ThingsAddress): string {
  return JSON.stringify([filters, tags, state]);
}
