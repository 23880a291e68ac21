import { useState } from 'react';
import { useParams } from 'react-router';

import { Button } from '#ui/Button.tsx';
import { useMediaQuery } from '#ui/useMediaQuery.ts';

import { FilterForm } from './FilterForm.tsx';
import { filterWords, type ThingsFilter } from './thingsFilter.ts';

import styles from './ThingsFilters.module.css';

interface ThingsFiltersProps {
  /** The filter that applies. */
  filter: ThingsFilter;
  onApply: (filter: ThingsFilter) => void;
}

/** Media query: beside an open Thing, the form would leave hardly any room for rows. */
const leavesFewRows = '(height < 760px)';

/** The applied filters as chips, and the form to change them. */
export function ThingsFilters({ filter, onApply }: ThingsFiltersProps) {
  const { iccid } = useParams();
  const isLow = useMediaQuery(leavesFewRows);
  const [isOpenByDefault] = useState(() => !window.matchMedia('(width < 700px)').matches);
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? (isOpenByDefault && !(isLow && iccid !== undefined));
  return (
    <section aria-label="Filters" className={styles.region}>
      <div className={styles.head}>
        <Button small variant="quiet" aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
          <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
            <path fill="currentColor" d={isOpen ? 'M1 3h10L6 10z' : 'M3 1v10l7-5z'} />
          </svg>
          Filters
        </Button>
        <FilterChips filter={filter} onApply={onApply} />
      </div>
      {/* Hidden instead of unmounted, so that the input stays. */}
      <div className={styles.body} hidden={!isOpen}>
        <FilterForm filter={filter} onApply={onApply} />
      </div>
    </section>
  );
}

/** The applied filter values, each with a button that removes it. */
function FilterChips({ filter, onApply }: ThingsFiltersProps) {
  const chips = filterWords(filter).flatMap(({ field, label, values }) =>
    values.map((value) => ({
      label,
      value,
      without: field.change(
        filter,
        values.filter((other) => other !== value),
      ),
    })),
  );
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Applied filters" className={styles.chips}>
      {chips.map(({ label, value, without }) => (
        <li key={`${label} ${value}`} className={styles.chip}>
          {label}:{' '}
          <button
            type="button"
            onClick={(event) => {
              focusNeighbour(event.currentTarget);
              onApply(without);
            }}
          >
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

/** The button is removed with its chip, so the focus moves to the next chip, the previous one, or the first button. */
function focusNeighbour(button: HTMLButtonElement): void {
  const chip = button.closest('li');
  const neighbour = chip?.nextElementSibling ?? chip?.previousElementSibling;
  (neighbour ?? button.closest('section'))?.querySelector('button')?.focus();
}
