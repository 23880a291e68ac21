import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';

import { groupsQuery } from '#api/groupsQuery.ts';
import { useUserServices } from '#api/userServices.tsx';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';

import { noFilter } from '../../list/filters/thingsFilter.ts';
import { knownEnd } from '../../list/listEnd.ts';
import { pagesOfFilter } from '../../thingsQueries.ts';
import { rowsOf, type FindMode } from './findRun.ts';
import type { IdentifierItem } from './readList.ts';

import styles from './FindMany.module.css';

interface PlanFormProps {
  /** Undefined while the list is being read. */
  items: readonly IdentifierItem[] | undefined;
  isRunning: boolean;
  /** Whether Find was clicked before the list was read. */
  isPressed: boolean;
  onFind: (mode: FindMode) => void;
}

/** With this many lookups or fewer, finding out the list's length would cost more than it saves. */
const fewLookups = 5;
const none: readonly IdentifierItem[] = [];

/** The cost of finding the items, and the button that starts the search. */
export function PlanForm({ items, isRunning, isPressed, onFind }: PlanFormProps) {
  const [chosen, setChosen] = useState<FindMode>();
  const read = items ?? none;
  const isMany = useMemo(() => planFind(read, undefined).lookups.most > fewLookups, [read]);
  const size = useListSize(isMany);
  const plan = useMemo(() => planFind(read, size?.rows), [read, size?.rows]);
  const mode = plan.scan === undefined ? 'lookups' : (chosen ?? plan.cheaper);
  const isRead = items !== undefined;
  const find = useEffectEvent(() => onFind(mode));
  useEffect(() => {
    if (isPressed && isRead) find();
  }, [isPressed, isRead]);
  if (items?.length === 0) return null;
  const { least, most } = plan.lookups;
  const range =
    least === most ? counted(most, 'call') : `${formatNumber(least)} to ${counted(most, 'call')}`;
  return (
    <form
      className={styles.plan}
      onSubmit={(event) => {
        event.preventDefault();
        onFind(mode);
      }}
    >
      {isRead && (
        <fieldset className={styles.ways} disabled={isRunning}>
          <legend>Calls to the service</legend>
          <label>
            <input
              type="radio"
              name="way"
              checked={mode === 'lookups'}
              onChange={() => setChosen('lookups')}
            />
            <span>{`One by one: ${range}`}</span>
          </label>
          {plan.scan !== undefined && (
            <label>
              <input
                type="radio"
                name="way"
                checked={mode === 'scan'}
                onChange={() => setChosen('scan')}
              />
              <span>{`All Things once: about ${counted(plan.scan, 'call')}`}</span>
            </label>
          )}
        </fieldset>
      )}
      {isRead ? (
        <p className={styles.note}>
          {size
            ? `This is an estimate because the service gives no total: ${size.basis}.`
            : 'The cost of reading all Things is unknown, because their number is unknown.'}
          {least < most && ' A number with several interpretations may take several calls.'}
        </p>
      ) : (
        <p className={styles.note} role="status">
          {isPressed
            ? 'The search will start once the list has been read.'
            : 'The calls to the service will be listed here once the list has been read.'}
        </p>
      )}
      <Button type="submit" variant="primary" aria-disabled={isRunning}>
        Find
      </Button>
    </form>
  );
}

/** New rows per call of a scan: each page of 50 repeats one row of the previous page (decision 013). */
const rowsPerCall = 49;

/** The cost of each way to find the items. */
interface FindPlan {
  /** The fewest lookups, if each row's first interpretation finds its SIM, and the most, if all have to be tried. */
  readonly lookups: { readonly least: number; readonly most: number };
  /** The number of calls for a scan; undefined if the length of the list is unknown. */
  readonly scan: number | undefined;
  readonly cheaper: FindMode;
}

/**
 * Compares the ways to find the items. The list has no total (API document 4.5), so a scan is estimated.
 *
 * @param rows the approximate number of Things; undefined if unknown
 */
export function planFind(items: readonly IdentifierItem[], rows: number | undefined): FindPlan {
  const most = items.reduce((sum, { candidates }) => sum + candidates.length, 0);
  const least = rowsOf(items).length;
  const lookups = { least, most };
  const scan = rows === undefined ? undefined : Math.floor(rows / rowsPerCall) + 1;
  const likely = (least + most) / 2;
  return { lookups, scan, cheaper: scan !== undefined && scan < likely ? 'scan' : 'lookups' };
}

/**
 * The approximate number of Things, and where it comes from. The service gives no total (API document 4.5), but the
 * list may have been read to the end, and Thing Groups report a number.
 *
 * @param isWanted whether the number is worth a call
 */
function useListSize(isWanted: boolean) {
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const end = knownEnd(pagesOfFilter(queryClient, noFilter));
  const { data } = useQuery({ ...groupsQuery(api), enabled: isWanted && end === undefined });
  if (end !== undefined) {
    return {
      rows: end,
      basis: `the list of Things had ${formatNumber(end)} rows when you last read it`,
    };
  }
  const totals = data?.groups.flatMap(({ total }) => total ?? []) ?? [];
  const sum = totals.reduce((all, total) => all + total, 0);
  if (sum === 0) return undefined;
  return {
    rows: sum,
    basis: `the Thing Groups report a total of ${formatNumber(sum)}, but what it counts is not documented`,
  };
}
