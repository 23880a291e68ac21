import type { ThingFilterName } from '#api/things.ts';

import { filterMessages } from '../address/filterMessages.ts';
import { filterFields } from '../address/thingFilters.ts';
import type { ThingsAddress } from '../address/thingsAddress.ts';

import styles from './ThingsFilters.module.css';

export type Applied = Pick<ThingsAddress, 'filters' | 'tags' | 'state'>;

interface FilterChipsProps {
  applied: Applied;
  onApply: (applied: Applied) => void;
}

/** The filters in force, each to take out. */
export function FilterChips({ applied, onApply }: FilterChipsProps) {
  const chips = chipsOf(applied);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={filterMessages.applied} className={styles.chips}>
      {chips.map(({ key, label, value, without }) => (
        <li key={key} className={styles.chip}>
          {label}:{' '}
          <button
            type="button"
            onClick={(event) => {
              // The focus would go away with the chip.
              const chip = event.currentTarget.closest('li');
              const next = chip?.nextElementSibling ?? chip?.previousElementSibling;
              const region = event.currentTarget.closest('section');
              (next ?? region)?.querySelector('button')?.focus();
              onApply(without);
            }}
          >
            <span className={styles.hidden}>{filterMessages.remove}</span> {value}
            <span aria-hidden="true" className={styles.cross}>
              ✕
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface Chip {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  /** All the others. */
  readonly without: Applied;
}

function chipsOf(applied: Applied): readonly Chip[] {
  const { filters, tags, state } = applied;
  const chips: Chip[] = filterFields.flatMap(({ name, label }) => {
    const value = filters[name];
    if (value === undefined) return [];
    return [{ key: name, label, value, without: { ...applied, filters: less(filters, name) } }];
  });
  for (const tag of tags) {
    const without = { ...applied, tags: tags.filter((other) => other !== tag) };
    chips.push({ key: `Tags ${tag}`, label: 'Tag', value: tag, without });
  }
  if (state !== undefined) {
    chips.push({
      key: 'State',
      label: 'State',
      value: state,
      without: { ...applied, state: undefined },
    });
  }
  return chips;
}

function less(filters: Applied['filters'], name: ThingFilterName): Applied['filters'] {
  const { [name]: _, ...rest } = filters;
  return rest;
}
