import { useState } from 'react';

import { formatClock, formatClockSeconds } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';

import { pageSizes, type ThingsAddress } from '../address/thingsAddress.ts';
import { ShortcutsButton } from '../keyboard/ShortcutsButton.tsx';
import { messages } from '../messages.ts';
import type { PageFacts } from './listEnd.ts';
import { SortChoice } from './SortChoice.tsx';

import styles from './ThingsPager.module.css';

interface ThingsPagerProps {
  address: ThingsAddress;
  /** What is known of the rows; undefined until they are there. */
  facts: PageFacts | undefined;
  /** When they came, in milliseconds since the epoch. */
  readAt: number;
  /** Whether the column whose head sorts the list is shown. */
  hasNameColumn: boolean;
  /** They are on their way, and those before them are still on screen. */
  isLoading: boolean;
  onChange: (change: Partial<Pick<ThingsAddress, 'page' | 'size' | 'sort'>>) => void;
}

/** Paging without totals: the service gives none, so none is shown before the end was seen. */
export function ThingsPager({
  address,
  facts,
  readAt,
  hasNameColumn,
  isLoading,
  onChange,
}: ThingsPagerProps) {
  const { page, size, sort } = address;
  const previous = page > 1 ? page - 1 : undefined;
  const next = facts === undefined || facts.more === 'no' ? undefined : page + 1;
  const mayShift =
    facts?.range !== undefined && sort === undefined && (page > 1 || facts.more !== 'no');
  const isKnownBetter = useIsKnownBetter(
    facts && `${readAt} ${String(facts.range)}`,
    facts && inWords(facts),
  );
  function turn(to: 'previous' | 'next') {
    const target = { previous, next }[to];
    if (target !== undefined) onChange({ page: target });
  }

  return (
    <div className={styles.pager}>
      {/* The one place that says, also aloud, which rows there are now. */}
      <p
        role="status"
        // What is found out of rows that were announced is there to see; they are not announced again.
        aria-live={isKnownBetter ? 'off' : 'polite'}
        className={styles.summary}
      >
        {isLoading && messages.replacing}
        {facts && inWords(facts)}
        {/* Other rows may have the same numbers, and fresh ones the same rows: this is never the same. */}
        {facts && (
          <span className={styles.heard}> {messages.asOf(formatClockSeconds(readAt))}</span>
        )}
        {mayShift && <span className={styles.order}> {messages.unsorted}</span>}
      </p>
      {!hasNameColumn && <SortChoice sort={sort} onSort={(to) => onChange({ sort: to })} />}
      <label className={styles.choice}>
        {messages.rowsPerPage}
        <select value={size} onChange={(event) => onChange({ size: Number(event.target.value) })}>
          {pageSizes.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      </label>
      {/* Not `disabled`, which would drop the focus of whoever has just paged to the end. */}
      <Button small aria-disabled={previous === undefined} onClick={() => turn('previous')}>
        {messages.previous}
      </Button>
      <Button small aria-disabled={next === undefined} onClick={() => turn('next')}>
        {messages.next}
      </Button>
      <ShortcutsButton onTurn={turn} />
    </div>
  );
}

function inWords({ range, more, end, endSeenAt }: PageFacts): string {
  const seen = endSeenAt === undefined ? undefined : formatClock(endSeenAt);
  return range ? messages.rows(...range, more, end, seen) : messages.noRows;
}

/**
 * Whether the words are others than the first ones of the same rows.
 *
 * @param rows tells one showing of rows from another; undefined, as the words, while there are none
 */
function useIsKnownBetter(rows: string | undefined, words: string | undefined): boolean {
  const [first, setFirst] = useState({ rows, words });
  const isSame = first.rows === rows;
  if (!isSame) setFirst({ rows, words });
  return isSame && first.words !== words;
}
