import { memo } from 'react';

import { pressedOnce } from '#ui/pressedOnce.ts';

import { FilterForm } from './FilterForm.tsx';
import { filterWords, type ThingsFilter } from './thingsFilter.ts';

import styles from './ThingsFilters.module.css';

interface ThingsFiltersProps {
  /** The current filter. */
  filter: ThingsFilter;
  onApply: (filter: ThingsFilter) => void;
  onRemove: FilterChipsProps['onRemove'];
}

/** The filter form, with the applied filters as chips below it. */
export const ThingsFilters = memo(function ThingsFilters({
  filter,
  onApply,
  onRemove,
}: ThingsFiltersProps) {
  return (
    <section aria-label="Filters" className={styles.region}>
      <FilterForm filter={filter} onApply={onApply} />
      <FilterChips filter={filter} onRemove={onRemove} />
    </section>
  );
});

interface FilterChipsProps {
  filter: ThingsFilter;
  /** @param without returns the given filter without one value; the filter may be newer than the rendered one */
  onRemove: (without: (current: ThingsFilter) => ThingsFilter) => void;
}

/** The applied filter values, each with a button that removes it. */
function FilterChips({ filter, onRemove }: FilterChipsProps) {
  const chips = filterWords(filter).flatMap(({ field, label, values }) =>
    values.map((value) => ({
      label,
      value,
      without: (current: ThingsFilter) =>
        field.change(
          current,
          field.values(current).filter((other) => other !== value),
        ),
    })),
  );
  if (chips.length === 0) return null;
  return (
    <ul {...pressedOnce} aria-label="Applied filters" className={styles.chips}>
      {chips.map(({ label, value, without }) => (
        <li key={`${label} ${value}`} className={styles.chip}>
          {label}:{' '}
          <button type="button" onClick={() => onRemove(without)}>
            <span className={styles.hidden}>Remove filter</span> {value}
            <span aria-hidden="true" className={styles.cross}>
              ✕
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
