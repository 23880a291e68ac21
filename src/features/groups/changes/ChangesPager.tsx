import type { ChangesList } from '#api/changes.ts';
import { dayFilterWords } from '#lib/dayStart.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { CursorPager } from '#ui/records/CursorPager.tsx';

import type { ChangesFilter } from './changesAddress.ts';

import records from '#ui/records/records.module.css';

interface ChangesPagerProps {
  list: ChangesList;
  /** Other rows were asked for and are not there. */
  isStale: boolean;
  isFetching: boolean;
  filter: ChangesFilter;
  /** @param before cursor of the page to show; empty for the first */
  onTurn: (before: string) => void;
}

export function ChangesPager({ list, isStale, isFetching, filter, onTurn }: ChangesPagerProps) {
  const { changes, next, previous, keptDays } = list;
  return (
    <CursorPager previous={previous} next={next} isStale={isStale} onTurn={onTurn}>
      {isStale ? staleWords(isFetching) : pageWords(list)}
      <span className={records.quiet}> {dayFilterWords(filter)}</span>
      {keptDays > 0 && changes.length > 0 && (
        <span className={records.quiet}> {`Kept for ${dayWords(keptDays)}.`}</span>
      )}
    </CursorPager>
  );
}

function staleWords(isFetching: boolean): string {
  return isFetching ? 'Loading other changes…' : 'These are the changes from before.';
}

function pageWords({ changes, next, previous }: ChangesList): string {
  if (changes.length === 0) return '';
  const count = changes.length === 1 ? '1 change' : `${formatNumber(changes.length)} changes`;
  if (previous === null && next === null) return `${count}, the newest first.`;
  if (next === null) return `${count}, to the oldest one.`;
  return previous === null
    ? `The newest ${count}. There are older ones.`
    : `${count}. There are newer and older ones.`;
}

function dayWords(days: number): string {
  return days === 1 ? 'one day' : `${formatNumber(days)} days`;
}

interface NoChangesProps {
  list: ChangesList;
  /** On a page after the first. */
  isOlderPage: boolean;
  isFiltered: boolean;
  onShowAll: () => void;
  onShowNewest: () => void;
}

/** Says why there are no rows, with a way to some. */
export function NoChanges(props: NoChangesProps) {
  const { list, isOlderPage, isFiltered, onShowAll, onShowNewest } = props;
  // Rows that could not be read are counted above.
  if (list.unreadable > 0) return null;
  if (isOlderPage) {
    return (
      <div className={records.empty}>
        <p>No older changes are kept.</p>
        <Button onClick={onShowNewest}>Show the newest changes</Button>
      </div>
    );
  }
  if (isFiltered) {
    return (
      <div className={records.empty}>
        <p>No recorded change matches these filters.</p>
        <Button onClick={onShowAll}>Show all changes</Button>
      </div>
    );
  }
  if (list.keptDays === 0) return null;
  return (
    <div className={records.empty}>
      <p>
        No change was recorded yet. Every save of a Thing Group from this console appears here.
        Changes made elsewhere appear when a list shows them.
      </p>
    </div>
  );
}

/** What limits the rows: those that could not be read, and an installation that keeps none. */
export function ListNotices({ list: { unreadable, changes, keptDays } }: { list: ChangesList }) {
  return (
    <>
      {unreadable > 0 && (
        <Notice tone="warning">
          {`${unreadable} of ${unreadable + changes.length} changes could not be read. Load the page again: the console may have been updated.`}
        </Notice>
      )}
      {keptDays === 0 && (
        <Notice>
          This installation keeps no history: a change is recorded only while it is being made.
        </Notice>
      )}
    </>
  );
}
