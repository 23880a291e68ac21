import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';

import type { FleetApi, FleetCheck, ListedThing } from '#api/inventory.ts';
import { simCount } from '#api/inventoryWords.ts';
import { knownGroupName } from '#api/knownGroupName.ts';
import { recordPages } from '#api/recordPages.ts';
import { usePagedExport } from '#api/usePagedExport.ts';
import { useReadNotice } from '#api/useReadNotice.ts';
import { addedWords } from '#api/workSet/addedWords.ts';
import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import type { Added } from '#api/workSet/workSet.ts';
import { systemClock } from '#lib/clock.ts';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { RecordsPage, type RecordWords } from '#ui/records/RecordsPage.tsx';
import { useShownList } from '#ui/records/useShownList.ts';
import { SelectionBar } from '#ui/selection/SelectionBar.tsx';
import { useSelection, type Selection } from '#ui/selection/useSelection.ts';
import { useFilterAddress } from '#ui/useFilterAddress.ts';

import { AddAll } from './AddAll.tsx';
import { checkWords } from './checkWords.ts';
import { createSimsFile, fleetFileName } from './inventoryFiles.ts';
import { simsPageQuery } from './inventoryQueries.ts';
import { ageWords, checkColumn } from './simColumns.ts';
import { filterWords, simsAddress } from './simsFilters.ts';
import { SimsTable } from './SimsTable.tsx';

import records from '#ui/records/records.module.css';
import styles from './Fleet.module.css';

const iccidOf = ({ iccid }: ListedThing) => iccid;

/** Rows of a page. */
const pageSize = 50;

const words: RecordWords = {
  one: 'SIM',
  many: 'SIMs',
  loading: 'Loading these SIMs…',
  cutAdvice: 'There are more: narrow the list to get them.',
  none: 'No SIM that the console remembers is in this list.',
  beyond: ['There are no more SIMs in this list.', 'Show the first ones'],
};

interface SimsPageProps {
  fleet: FleetApi;
  /** Undefined for SIMs of any check, which a part of a picture leads to. */
  check: FleetCheck | undefined;
}

/** The SIMs that a check finds, or that are behind a part of a picture, as the memory has them. */
export function SimsPage({ fleet, check }: SimsPageProps) {
  const queryClient = useQueryClient();
  const address = useFilterAddress(simsAddress);
  const asked = { ...address.query, ...(check && { check }), size: pageSize };
  const options = simsPageQuery(fleet, asked);
  const query = useQuery(options);
  const notice = useReadNotice(query, options.queryKey, 'load these SIMs');
  const list = useShownList(query, words.many);
  const selection = useSelection(iccidOf);
  const file = usePagedExport(words.many);
  const { shown, isStale, stale, readAt } = list;
  const things = shown?.things ?? [];
  const about = check && checkWords[check];
  const heading = about?.label ?? 'SIMs as remembered';
  const { before: _, ...conditions } = address.query;
  const filters = filterWords(conditions, groupNameIn(things, knownGroupName(queryClient)));
  const addedFrom = `Fleet: ${[...(about ? [about.label] : []), ...filters].join(', ') || heading}`;
  const readPage = recordPages(fleet.things, asked);

  return (
    <RecordsPage
      heading={heading}
      back={<Link to={paths.fleet()}>← Back to Fleet</Link>}
      intro={
        <>
          {about && (
            <div className={styles.facts}>
              <p>{about.meaning}</p>
              <p>
                <b>What to do:</b> {about.advice}
              </p>
            </div>
          )}
          {filters.length > 0 && (
            <div className={records.tools}>
              <p>{`Only: ${filters.join(', ')}.`}</p>
              <Button small onClick={() => address.setFilter({})}>
                Show all
              </Button>
            </div>
          )}
        </>
      }
      words={words}
      list={list}
      rows={things.length}
      notices={<ReadNotice {...notice} />}
      onRefresh={() => void query.refetch({ cancelRefetch: false })}
      address={address}
      file={file}
      onExport={() =>
        file.start({
          read: readPage,
          rowsOf: (page) => page.things,
          file: createSimsFile(),
          name: (isComplete) => fleetFileName(check ?? 'things', systemClock.now(), isComplete),
        })
      }
      pager={
        things.length === 0 || !shown ? null : isStale ? '' : pageWords(things.length, shown.count)
      }
      footer={
        things.length > 0 && (
          <SelectionBar selection={selection} rows={things}>
            <AddSelected selection={selection} addedFrom={addedFrom} />
          </SelectionBar>
        )
      }
    >
      <div className={records.tools}>
        <p role="status" className={records.summary}>
          {stale ?? (shown && ageWords(things, shown.count, readAt))}
        </p>
        {selection.chosen.size === 0 && <AddAll readPage={readPage} addedFrom={addedFrom} />}
      </div>
      <SimsTable
        label={heading}
        things={things}
        about={checkColumn(check)}
        selection={selection}
        isStale={isStale}
        now={readAt}
      />
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
  things: readonly ListedThing[],
  known: (groupId: string) => string | undefined,
) {
  return (groupId: string) =>
    things.find(({ values }) => values.groupId === groupId)?.values.groupName ?? known(groupId);
}

function pageWords(rows: number, count: number): string {
  return rows === count ? '' : `${formatNumber(rows)} of ${simCount(count)}, by ICCID.`;
}
