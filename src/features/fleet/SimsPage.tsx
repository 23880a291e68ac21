import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';

import type { FleetApi, FleetCheck, ListedThing } from '#api/fleet.ts';
import { simCount } from '#api/fleetWords.ts';
import { knownGroupName } from '#api/knownGroupName.ts';
import { readState } from '#api/readState.ts';
import { useSignInAgain } from '#api/session/SessionProvider.tsx';
import { addedWords } from '#api/workSet/addedWords.ts';
import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import type { Added } from '#api/workSet/workSet.ts';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { CursorPager } from '#ui/records/CursorPager.tsx';
import { RecordsPage } from '#ui/records/RecordsPage.tsx';
import { SelectionBar } from '#ui/selection/SelectionBar.tsx';
import { useSelection, type Selection } from '#ui/selection/useSelection.ts';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';
import { useHeldWhile } from '#ui/useHeldWhile.ts';

import { AddAll } from './AddAll.tsx';
import { checkWords } from './checkWords.ts';
import { thingsPageQuery } from './fleetQueries.ts';
import { ageWords, checkColumn } from './simColumns.ts';
import { filterWords, queryOf, useSimsAddress } from './simsAddress.ts';
import { SimsTable } from './SimsTable.tsx';
import { useSimsExport } from './useRecordExport.ts';

import records from '#ui/records/records.module.css';
import styles from './Fleet.module.css';

const iccidOf = ({ iccid }: ListedThing) => iccid;
const doing = 'load these SIMs';

interface SimsPageProps {
  fleet: FleetApi;
  /** Undefined for SIMs of any check, which a part of a picture leads to. */
  check: FleetCheck | undefined;
}

/** The SIMs that a check finds, or that are behind a part of a picture, as the memory has them. */
export function SimsPage({ fleet, check }: SimsPageProps) {
  const queryClient = useQueryClient();
  const signInAgain = useSignInAgain();
  const { address, invalid, turnTo, clear } = useSimsAddress();
  const asked = queryOf(check, address);
  const options = thingsPageQuery(fleet, asked);
  const query = useQuery(options);
  const selection = useSelection(iccidOf);
  const file = useSimsExport(fleet);
  const current = query.isPlaceholderData ? undefined : query.data;
  // A failed read has no data, not even that of the page before, which stays on screen.
  const shown = useHeldWhile(query.data === undefined, query.data);
  const words = check && checkWords[check];
  const heading = words?.label ?? 'SIMs as remembered';
  const filters = filterWords(address, groupNameIn(shown?.things, knownGroupName(queryClient)));
  const addedFrom = `Fleet: ${[...(words ? [words.label] : []), ...filters].join(', ') || heading}`;
  const leftOut = current?.isCursorInvalid ? [...invalid, 'before'] : invalid;
  const isStale = shown !== undefined && current === undefined;
  const { before: _, ...whole } = asked;

  return (
    <RecordsPage
      heading={heading}
      back={<Link to={paths.fleet()}>← Back to Fleet</Link>}
      intro={
        <>
          {words && (
            <div className={styles.facts}>
              <p>{words.meaning}</p>
              <p>
                <b>What to do:</b> {words.advice}
              </p>
            </div>
          )}
          {filters.length > 0 && (
            <div className={records.tools}>
              <p>{`Only: ${filters.join(', ')}.`}</p>
              <Button small onClick={clear}>
                Show all
              </Button>
            </div>
          )}
        </>
      }
      readAt={query.dataUpdatedAt}
      isFetching={query.isFetching}
      onRefresh={() => void query.refetch({ cancelRefetch: false })}
      file={{
        ...file,
        one: 'SIM',
        many: 'SIMs',
        cutAdvice: 'There are more: narrow the list to get them.',
      }}
      onExport={() => file.start(whole, check ?? 'things')}
      leftOut={leftOut}
    >
      <ReadNotice
        {...readState(query, doing)}
        onRetry={() => void query.refetch()}
        onCancel={() => void queryClient.cancelQueries({ queryKey: options.queryKey })}
        onSignIn={signInAgain}
      />
      {shown === undefined && query.isFetching && <TableSkeleton label="Loading these SIMs…" />}
      {shown && shown.unreadable > 0 && (
        <Notice tone="warning">
          {`${shown.unreadable} of these SIMs could not be read. Load the page again: the console may have been updated.`}
        </Notice>
      )}
      {shown && shown.things.length === 0 && shown.unreadable === 0 && (
        <div className={records.empty}>
          <p>
            {address.before === undefined
              ? 'No SIM that the console remembers is in this list.'
              : 'There are no more SIMs in this list.'}
          </p>
          {address.before !== undefined && (
            <Button onClick={() => turnTo('')}>Show the first ones</Button>
          )}
        </div>
      )}
      {shown && shown.things.length > 0 && (
        <>
          <div className={records.tools}>
            <p role="status" className={records.summary}>
              {isStale
                ? 'These are the SIMs from before.'
                : ageWords(shown.things, shown.count, query.dataUpdatedAt)}
            </p>
            {selection.chosen.size === 0 && (
              <AddAll fleet={fleet} query={whole} addedFrom={addedFrom} />
            )}
          </div>
          <SimsTable
            label={heading}
            things={shown.things}
            about={checkColumn(check)}
            selection={selection}
            isStale={isStale}
            now={query.dataUpdatedAt}
          />
          <CursorPager
            previous={shown.previous}
            next={shown.next}
            isStale={isStale}
            onTurn={turnTo}
          >
            {isStale ? '' : pageWords(shown.things.length, shown.count)}
          </CursorPager>
          <SelectionBar selection={selection} rows={shown.things}>
            <AddSelected selection={selection} addedFrom={addedFrom} />
          </SelectionBar>
        </>
      )}
    </RecordsPage>
  );
}

function AddSelected(props: { selection: Selection<ListedThing>; addedFrom: string }) {
  const { selection, addedFrom } = props;
  const { chosen } = selection;
  const { workSet } = useWorkSet();
  const [done, setDone] = useState<{ readonly chosen: typeof chosen; readonly added: Added }>();
  return (
    <>
      <Button
        small
        onClick={() => {
          const iccids = Array.from(chosen.keys(), (iccid) => ({ iccid, addedFrom }));
          setDone({ chosen, added: workSet.add(iccids) });
        }}
      >
        Add to work set
      </Button>
      <span role="status">
        {done?.chosen === chosen && (
          <>
            {addedWords(done.added)} <Link to={paths.workSet()}>Open the work set</Link>
          </>
        )}
      </span>
    </>
  );
}

/** The name that one of the rows gives a group, or a list of groups that was read. */
function groupNameIn(
  things: readonly ListedThing[] = [],
  known: (groupId: string) => string | undefined,
) {
  return (groupId: string) =>
    things.find(({ values }) => values.groupId === groupId)?.values.groupName ?? known(groupId);
}

function pageWords(rows: number, count: number): string {
  return rows === count ? '' : `${formatNumber(rows)} of ${simCount(count)}, by ICCID.`;
}
