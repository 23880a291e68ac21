import { useId } from 'react';

import type { ThingsAddress } from '../address/thingsAddress.ts';
import { messages } from '../messages.ts';

import styles from './ThingsPager.module.css';

interface SortChoiceProps {
  sort: ThingsAddress['sort'];
  onSort: (sort: ThingsAddress['sort']) => void;
}

/** Sorts the list where the column "Thing name", whose head does it otherwise, is not shown. */
export function SortChoice({ sort, onSort }: SortChoiceProps) {
  const id = useId();
  return (
    <span className={styles.choice}>
      {/* Not around the choice, whose words would be part of the label. */}
      <label htmlFor={id}>{messages.sort}</label>
      <select
        id={id}
        value={sort ?? ''}
        onChange={({ target }) => onSort(sorts.find((choice) => choice === target.value))}
      >
        <option value="">{messages.sortedBy.nothing}</option>
        {sorts.map((choice) => (
          <option key={choice} value={choice}>
            {messages.sortedBy[choice]}
          </option>
        ))}
      </select>
    </span>
  );
}

const sorts = ['ASC', 'DESC'] as const;
