import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';

import type { FleetApi, FleetCheck, ListedThing } from '#api/inventory.ts';
import { simCount } from '#api/inventoryWords.ts';
import { knownGroupName } from '#api/knownGroupName.ts';
import { useRecordList } from '#api/useRecordList.ts';
import { addedWords } from '#api/workSet/addedWords.ts';
import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import type { Added } from '#api/workSet/workSet.ts';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { RecordsPage, type RecordWords } from '#ui/records/RecordsPage.tsx';
import { SelectionBar } from '#ui/selection/SelectionBar.tsx';
import { useSelection, type Selection } from '#ui/selection/useSelection.ts';
import { useFilterAddress } from '#ui/useFilterAddress.ts';

import { AddAll } from './AddAll.tsx';
import { checkWords } from './checkWords.ts';
import { ConditionForm } from './ConditionForm.tsx';
import { simColumns } from './inventoryFiles.ts';
import { simsRoot } from './inventoryQueries.ts';
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
  cutAdvice: 'There are more SIMs. To export them too, narrow the list.',
  none: 'No SIM in the inventory matches this list.',
  beyond: ['There are no more SIMs in this list.', 'Show the first SIMs'],
};

interface SimsPageProps {
  fleet: FleetApi;
  /** Undefined for a list that is linked from a chart and belongs to no check. */
  check: FleetCheck | undefined;
}

/** The SIMs found by a check or counted in part of a chart, as stored in the inventory. */
export function SimsPage({ fleet, check }: SimsPageProps) {
  const queryClient = useQueryClient();
  const address = useFilterAddress(simsAddress);
  const { before: _, ...filters } = address.texts;
  const list = useRecordList({
    root: simsRoot,
    read: fleet.things,
    query: { ...address.query, ...(check && { check }), size: pageSize },
    rowsOf: (page) => page.things,
    many: words.many,
    doing: 'load these SIMs',
    file: { name: `fleet-${check ?? 'things'}`, filters, columns: simColumns },
  });
  const selection = useSelection(iccidOf);
  const { shown, rows: things, isStale, stale, readAt, readPage } = list;
  const about = check && checkWords[check];
  const heading = about?.label ?? 'SIMs in the inventory';
  const { before: __, ...conditions } = address.query;
  const said = filterWords(conditions, groupNameIn(things, knownGroupName(queryClient)));
  const addedFrom = `Fleet: ${[...(about ? [about.label] : []), ...said].join(', ') || heading}`;

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
          <ConditionForm onShow={(condition) => address.setFilter({ ...filters, ...condition })} />
          {said.length > 0 && (
            <div className={records.tools}>
              <p>{`Only: ${said.join(', ')}.`}</p>
              <Button small onClick={() => address.setFilter({})}>
                Show all
              </Button>
            </div>
          )}
        </>
      }
      words={words}
      list={list}
      address={address}
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

/** The name of a group, taken from a row or from a list of groups that has been read. */
function groupNameIn(
  things: readonly ListedThing[],
  known: (groupId: string) => string | undefined,
) {
  return (groupId: string) =>
    things.find(({ values }) => values.groupId === groupId)?.values.groupName ?? known(groupId);
}

function pageWords(rows: number, count: number): string {
  return rows === count ? '' : `${formatNumber(rows)} of ${simCount(count)}, sorted by ICCID.`;
}
