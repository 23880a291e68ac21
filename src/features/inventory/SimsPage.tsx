import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import {
  conditionsSearch,
  writeCondition,
  type FleetApi,
  type FleetCheck,
  type SimCondition,
} from '#api/inventory.ts';
import { checkLabels } from '#api/inventoryWords.ts';
import { useRecordList } from '#api/useRecordList.ts';
import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import type { Added } from '#api/workSet/workSet.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';
import { Notice } from '#ui/Notice.tsx';
import { RecordsPage, type RecordWords } from '#ui/records/RecordsPage.tsx';
import { SelectionBar } from '#ui/selection/SelectionBar.tsx';
import { useSelection, type Selection } from '#ui/selection/useSelection.ts';
import { useHeldWhile } from '#ui/useHeldWhile.ts';

import { AddAll, AddedWords } from './AddAll.tsx';
import { checkWords } from './checkWords.ts';
import { ConditionForm } from './ConditionForm.tsx';
import { Conditions } from './Conditions.tsx';
import { coverageWords } from './coverage.ts';
import { simColumns } from './inventoryFiles.ts';
import { memoryOff, simsRoot, summaryQuery } from './inventoryQueries.ts';
import { knownValues } from './knownValues.ts';
import { ageWords, checkColumn } from './simColumns.ts';
import { conditionWords, simsList, unknowableWords } from './simsFilters.ts';
import { SimsTable, type SimRow } from './SimsTable.tsx';
import { useSimsAddress } from './useSimsAddress.ts';
import { useValueNames } from './useValueNames.ts';

import records from '#ui/records/records.module.css';
import styles from './Fleet.module.css';

const iccidOf = ({ iccid }: SimRow) => iccid;

/** Rows per page. */
const pageSize = 50;

const none = 'No SIM in the inventory matches this list.';
const words: RecordWords = {
  one: 'SIM',
  many: 'SIMs',
  loading: 'Loading these SIMs…',
  cutAdvice: 'There are more SIMs. To export them too, narrow the list.',
  none,
  unmatched: [none, 'Remove all conditions'],
  beyond: ['There are no more SIMs in this list.', 'Show the first SIMs'],
};

/** A link in a message may be opened long after its alert. */
const alertWords: RecordWords = {
  ...words,
  unmatched: [
    'No SIM matches this list. The SIMs of an alert are listed only until its check no longer finds them.',
    'Remove all conditions',
  ],
};

interface SimsPageProps {
  fleet: FleetApi;
  /** The check that the address names, which is then one of the conditions. */
  check: FleetCheck | undefined;
}

/** The SIMs in the inventory that fulfil the conditions in the address. */
export function SimsPage({ fleet, check }: SimsPageProps) {
  const navigate = useNavigate();
  const address = useSimsAddress();
  const { conditions, setConditions } = address;
  const about = check && checkWords[check];
  const list = useRecordList({
    root: simsRoot,
    read: fleet.things,
    query: {
      ...address.query,
      ...(check && { check }),
      ...(conditions.length > 0 && { where: conditions }),
      size: pageSize,
    },
    rowsOf: (page) => page.things,
    many: words.many,
    doing: 'load these SIMs',
    file: {
      name: `fleet-${check ?? 'sims'}`,
      filters: conditions.length > 0 ? { where: conditions.map(writeCondition).join('_') } : {},
      columns: simColumns,
      facts: ({ leftOut }) =>
        [
          said.length > 0 ? `Conditions: ${said.join('; ')}.` : '',
          leftOutWords(leftOut, conditions),
        ]
          .join(' ')
          .trim(),
    },
  });
  const summary = useQuery(summaryQuery(fleet));
  const selection = useSelection(iccidOf);
  const { shown, rows: things, isStale, stale, readAt, readPage } = list;
  const known = summary.data ? knownValues(summary.data) : summary.isError ? {} : undefined;
  const nameOf = useValueNames(conditions, things, known);
  const said = [
    ...(check ? [checkLabels[check]] : []),
    ...conditions.map((condition) => conditionWords(condition, nameOf)),
  ];
  const heading = check ? checkLabels[check] : 'SIMs remembered';
  const addedFrom = `Fleet: ${said.join(', ') || heading}`;
  // Rows that are about to be replaced belong to the previous conditions.
  const shownFrom = useHeldWhile(isStale, addedFrom);
  const rows = things.map((thing): SimRow => ({ ...thing, addedFrom: shownFrom }));
  const removable = conditions.map((condition) => {
    const key = writeCondition(condition);
    return {
      key,
      words: conditionWords(condition, nameOf, 5),
      onRemove: () => setConditions((now) => now.filter((other) => writeCondition(other) !== key)),
    };
  });
  const ofCheck = check && {
    key: '',
    words: checkLabels[check],
    onRemove: () => void navigate(simsList(...conditions)),
  };

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
          <ConditionForm
            conditions={conditions}
            known={known}
            onAdd={(condition) => setConditions((now) => [...now, condition])}
          />
          <Conditions conditions={ofCheck ? [ofCheck, ...removable] : removable} />
          {summary.data && (
            <p className={styles.coverage}>{coverageWords(summary.data, summary.dataUpdatedAt)}</p>
          )}
          <div className={records.tools}>
            <p role="status" className={records.summary}>
              {stale ??
                (shown &&
                  [
                    ageWords(things, shown.count, readAt),
                    leftOutWords(shown.leftOut, conditions),
                  ].join(' '))}
            </p>
            {things.length > 0 && address.invalid.length === 0 && (
              <AddAll
                // Its message applies to one list only.
                key={conditionsSearch(conditions)}
                {...{ readPage, addedFrom }}
                isHidden={selection.chosen.size > 0}
              />
            )}
          </div>
        </>
      }
      words={conditions.some(({ field }) => field === 'alert') ? alertWords : words}
      list={list}
      otherNotice={summary.data?.keptDays === 0 && <Notice>{memoryOff}</Notice>}
      address={address}
      pager={
        things.length === 0 || !shown ? null : isStale ? '' : pageWords(things.length, shown.count)
      }
      footer={
        things.length > 0 && (
          <SelectionBar selection={selection} rows={rows}>
            <AddSelected selection={selection} />
          </SelectionBar>
        )
      }
    >
      <SimsTable
        label={about ? heading : 'SIMs'}
        things={rows}
        about={checkColumn(check)}
        conditions={conditions}
        selection={selection}
        isStale={isStale}
        now={readAt}
      />
    </RecordsPage>
  );
}

function AddSelected({ selection: { chosen } }: { selection: Selection<SimRow> }) {
  const { workSet } = useWorkSet();
  const [done, setDone] = useState<{ readonly chosen: typeof chosen; readonly added: Added }>();
  return (
    <>
      <Button
        small
        onClick={() => {
          const iccids = [...chosen.values()].map(({ iccid, addedFrom }) => ({ iccid, addedFrom }));
          setDone({ chosen, added: workSet.add(iccids) });
        }}
      >
        Add to work set
      </Button>
      <span role="status">{done?.chosen === chosen && <AddedWords added={done.added} />}</span>
    </>
  );
}

/** How many SIMs the conditions could not be checked for. */
function leftOutWords(sims: number, conditions: readonly SimCondition[]): string {
  if (sims === 0) return '';
  const fields = unknowableWords(conditions);
  const them = sims === 1 ? 'it' : 'them';
  const why =
    fields === '' ? `too little is known about ${them}` : `${fields} is not known for ${them}`;
  return `Left out: ${counted(sims, 'SIM')}, because ${why}.`;
}

function pageWords(rows: number, count: number): string {
  return rows === count
    ? ''
    : `${formatNumber(rows)} of ${counted(count, 'SIM')}, sorted by ICCID.`;
}
