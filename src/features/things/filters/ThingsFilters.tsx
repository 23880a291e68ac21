import { useState } from 'react';
import { useParams } from 'react-router';

import { Button } from '#ui/Button.tsx';
import { useMediaQuery } from '#ui/useMediaQuery.ts';

import type { ThingsAddress } from '../address/thingsAddress.ts';
import { messages } from '../messages.ts';
import { FilterChips, type Applied } from './FilterChips.tsx';
import { FilterForm } from './FilterForm.tsx';

import styles from './ThingsFilters.module.css';

interface ThingsFiltersProps {
  address: ThingsAddress;
  onApply: (applied: Applied) => void;
}

/** Media query: beside an open Thing the form is so high that the list below it has hardly a row left. */
const leavesFewRows = '(height < 760px)';

/** What narrows the list: the filters in force, and the form to change them. */
export function ThingsFilters({ address, onApply }: ThingsFiltersProps) {
  const { iccid } = useParams();
  const isLow = useMediaQuery(leavesFewRows);
  const [isUsual] = useState(() => !window.matchMedia('(width < 700px)').matches);
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? (isUsual && !(isLow && iccid !== undefined));
  return (
    <section aria-label={messages.filters} className={styles.region}>
      <div className={styles.head}>
        <Button small variant="quiet" aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
          <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
            <path fill="currentColor" d={isOpen ? 'M1 3h10L6 10z' : 'M3 1v10l7-5z'} />
          </svg>
          {messages.filters}
        </Button>
        <FilterChips applied={address} onApply={onApply} />
      </div>
      {/* Hidden, not gone: what was typed stays. */}
      <div className={styles.body} hidden={!isOpen}>
        <FilterForm address={address} onApply={onApply} />
      </div>
    </section>
  );
}
