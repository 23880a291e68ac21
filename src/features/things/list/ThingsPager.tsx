import { memo, useId, useState } from 'react';

import { formatClock, formatClockSeconds, formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';

import { pageSizes, type PatchAddress, type ThingsAddress } from './filters/thingsAddress.ts';
import type { PageFacts } from './listEnd.ts';
import { ShortcutsButton } from './ShortcutsButton.tsx';

import styles from './ThingsPager.module.css';

interface ThingsPagerProps {
  address: ThingsAddress;
  /** Facts about the rows that the URL requests; undefined until they have been read. */
  facts: PageFacts | undefined;
  /** When they were read, in milliseconds since the epoch. */
  readAt: number;
  /** Whether the name column, which has the sort button, is shown. */
  hasNameColumn: boolean;
  /** Whether rows are being read while the previous rows are still on screen. */
  isLoading: boolean;
  /** Must be stable, because the controls do not re-render whenever the rows do. */
  onChange: PatchAddress;
}

/** Paging without totals: the service gives none, so no total is shown until the end of the list has been seen. */
export function ThingsPager(props: ThingsPagerProps) {
  const { facts, readAt, hasNameColumn, isLoading, onChange } = props;
  const { page, size, sort } = props.address;
  const mayShift =
    facts?.range !== undefined && sort === undefined && (page > 1 || facts.more !== 'no');
  const wasRefined = useWasRefined(
    facts && `${readAt} ${String(facts.range)}`,
    facts && rowsInWords(facts),
  );
  return (
    <div className={styles.pager}>
      {/* The only place that announces to screen readers which rows are shown. */}
      <p
        role="status"
        // Rows are announced once; later additions to the text are shown silently.
        aria-live={wasRefined ? 'off' : 'polite'}
        className={styles.summary}
      >
        {isLoading && 'Loading other rows…'}
        {facts && rowsInWords(facts)}
        {/* The time makes the text differ even if the row numbers are the same, so that new rows are announced. */}
        {facts && (
          <span className={styles.announced} suppressHydrationWarning data-read-at="">
            {` Read at ${formatClockSeconds(readAt)}.`}
          </span>
        )}
        {mayShift && (
          <span className={styles.order}> Not sorted: rows may shift between pages.</span>
        )}
      </p>
      {!hasNameColumn && <SortChoice sort={sort} onChange={onChange} />}
      <SizeChoice size={size} onChange={onChange} />
      <PageButtons
        page={page}
        hasNext={facts !== undefined && facts.more !== 'no'}
        onChange={onChange}
      />
    </div>
  );
}

interface PageButtonsProps extends Pick<ThingsPagerProps, 'onChange'> {
  page: number;
  hasNext: boolean;
}

const PageButtons = memo(function PageButtons({ page, hasNext, onChange }: PageButtonsProps) {
  const hasPrevious = page > 1;
  function turn(to: 'previous' | 'next') {
    if (to === 'next' && hasNext) onChange({ page: page + 1 });
    if (to === 'previous' && hasPrevious) onChange({ page: page - 1 });
  }
  return (
    <>
      {/* Not `disabled`, because the button would lose focus when the user reaches the last page. */}
      <Button small aria-disabled={!hasPrevious} onClick={() => turn('previous')}>
        Previous page
      </Button>
      <Button small aria-disabled={!hasNext} onClick={() => turn('next')}>
        Next page
      </Button>
      <ShortcutsButton onTurn={turn} />
    </>
  );
});

type ChoiceProps<Name extends 'size' | 'sort'> = Pick<ThingsAddress, Name> &
  Pick<ThingsPagerProps, 'onChange'>;

const SizeChoice = memo(function SizeChoice({ size, onChange }: ChoiceProps<'size'>) {
  return (
    <label className={styles.choice}>
      Rows per page
      <select value={size} onChange={(event) => onChange({ size: Number(event.target.value) })}>
        {pageSizes.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    </label>
  );
});

export function rowsInWords({ range, more, end, endSeenAt }: PageFacts): string {
  if (!range) return 'No rows';
  const [first, last] = range;
  const rows = `Rows ${formatNumber(first)}–${formatNumber(last)}`;
  if (end === undefined) {
    return `${rows}, ${{ yes: 'more available', maybe: 'perhaps more', no: 'end of the list' }[more]}`;
  }
  const seen = endSeenAt === undefined ? '' : `, as counted at ${formatClock(endSeenAt)}`;
  return `${rows} of ${formatNumber(end)}${seen}`;
}

/**
 * Whether the text has changed since these rows were first shown.
 *
 * @param rows identifies the rows; like the text, undefined while there are none
 */
function useWasRefined(rows: string | undefined, words: string | undefined): boolean {
  const [first, setFirst] = useState({ rows, words });
  const isSame = first.rows === rows;
  if (!isSame) setFirst({ rows, words });
  return isSame && first.words !== words;
}

const sorts = [
  { sort: 'ASC', label: 'Thing name, A to Z' },
  { sort: 'DESC', label: 'Thing name, Z to A' },
] as const;

/** Sorts the list while the "Thing name" column is hidden; normally its header does that. */
const SortChoice = memo(function SortChoice({ sort, onChange }: ChoiceProps<'sort'>) {
  const id = useId();
  return (
    <span className={styles.choice}>
      {/* The label does not wrap the select, because the options would become part of the label. */}
      <label htmlFor={id}>Sort</label>
      <select
        id={id}
        value={sort ?? ''}
        onChange={({ target }) =>
          onChange({ sort: sorts.find((choice) => choice.sort === target.value)?.sort })
        }
      >
        <option value="">Not sorted</option>
        {sorts.map((choice) => (
          <option key={choice.sort} value={choice.sort}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  );
});
