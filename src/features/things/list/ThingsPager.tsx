import type { MoreRows } from '#api/things.ts';
import { Button } from '#ui/Button.tsx';

import { pageSizes, type ThingsAddress } from '../address/thingsAddress.ts';
import { messages } from '../messages.ts';

import styles from './ThingsPager.module.css';

interface ThingsPagerProps {
  address: ThingsAddress;
  /** Rows of the page, readable or not; undefined until they are there. */
  rows: number | undefined;
  more: MoreRows;
  onChange: (change: Partial<Pick<ThingsAddress, 'page' | 'size'>>) => void;
}

/** Paging without totals: the service gives none, so none is shown. */
export function ThingsPager({ address, rows, more, onChange }: ThingsPagerProps) {
  const { page, size, sort } = address;
  const first = (page - 1) * size + 1;
  const isLast = rows === undefined || more === 'no';
  return (
    <div className={styles.pager}>
      <p role="status" className={styles.summary}>
        {rows !== undefined &&
          (rows === 0 ? messages.noRows : messages.rows(first, first + rows - 1, more))}
        {rows !== undefined && sort === undefined && (page > 1 || more !== 'no') && (
          <span className={styles.order}> {messages.unsorted}</span>
        )}
      </p>
      <label className={styles.size}>
        {messages.rowsPerPage}
        <select value={size} onChange={(event) => onChange({ size: Number(event.target.value) })}>
          {pageSizes.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      </label>
      {/* Not `disabled`, which would drop the focus of whoever has just paged to the end. */}
      <Button
        small
        aria-disabled={page === 1}
        onClick={() => page > 1 && onChange({ page: page - 1 })}
      >
        {messages.previous}
      </Button>
      <Button small aria-disabled={isLast} onClick={() => !isLast && onChange({ page: page + 1 })}>
        {messages.next}
      </Button>
    </div>
  );
}
