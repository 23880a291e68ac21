import type { ThingsAddress } from '../address/thingsAddress.ts';
import { messages } from '../messages.ts';

import styles from './ThingsPager.module.css';

interface SortChoiceProps {
  sort: ThingsAddress['sort'];
  onSort: (sort: ThingsAddress['sort']) => void;
}

/** Sorts the list where the column "Thing name", whose head does it otherwise, is not shown. */
export function SortChoice({ sort, onSort }: SortChoiceProps) {
  return (
    <label className={styles.choice}>
      {messages.sort}
      <select
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
    </label>
  );
}

const sorts = ['ASC', 'DESC'] as const;
