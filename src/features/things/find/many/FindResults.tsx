import { lazy, useMemo, useState, type Ref } from 'react';

import { describeError } from '#api/describeError.ts';
import { useSessionPhase } from '#api/session/SessionProvider.tsx';
import { useNames } from '#api/useNames.ts';
import type { ChosenThing } from '#api/workSet/entries.ts';
import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import type { Added } from '#api/workSet/workSet.ts';
import { isTac } from '#identifiers/imei.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { CodeName } from '#ui/CodeName.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { DialogButton } from '#ui/DialogButton.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SelectionBar } from '#ui/selection/SelectionBar.tsx';
import { useSelection } from '#ui/selection/useSelection.ts';

import { useShownColumns } from '../../list/columns/useShownColumns.ts';
import { ListedSims } from '../../list/ListedSims.tsx';
import { AddedStatus, iccidOf, SelectionActions } from '../../workSet/SelectionActions.tsx';
import {
  exportedFound,
  foundColumns,
  foundRows,
  missingName,
  missingRows,
  resultPictures,
  type FoundRow,
  type MissingRow,
  type ResultPicture,
} from './foundRows.ts';
import { NotFoundTable } from './NotFoundTable.tsx';
import type { FindEnd, FindResults as Results } from './outcomes.ts';
import { doing, endWords, reasonNotes } from './words.ts';

import styles from './FindMany.module.css';

const loadExport = () => import('../../export/ListExportDialog.tsx');
const ListExportDialog = lazy(async () => ({ default: (await loadExport()).ListExportDialog }));

const thingOf = ({ thing }: ChosenThing) => thing;

interface FindResultsProps {
  results: Results;
  end: FindEnd;
  /** Whether the list was edited after the search started. */
  isOutdated: boolean;
  headingRef: Ref<HTMLHeadingElement>;
  onResume: () => void;
  onRetryFailed: () => void;
}

/** The SIMs that a search found, and the lines that it did not find, with the reasons. */
export function FindResults(props: FindResultsProps) {
  const { results, end, isOutdated, headingRef, onResume, onRetryFailed } = props;
  const found = useMemo(() => foundRows(results), [results]);
  const missing = useMemo(() => missingRows(results), [results]);
  const notes = reasonNotes(results.outcomes.values());
  /** Of which nothing was found. */
  const lines = new Set(missing.map(({ line }) => String(line)));
  for (const row of found) for (const line of row.lines.split(', ')) lines.delete(line);
  for (const item of results.parsed.items) {
    if (item.kind === 'twice' && !lines.has(`${item.firstLine}`)) lines.delete(`${item.line}`);
  }
  const things = useMemo(() => found.map(({ thing }) => thing), [found]);
  const columns = useShownColumns(things, { markWidth: 0 });
  const listed = useMemo(() => foundColumns(found, columns.columns), [found, columns.columns]);
  const selection = useSelection(iccidOf);

  return (
    <section aria-labelledby="find-results" className={styles.results}>
      <h2 id="find-results" ref={headingRef} tabIndex={-1}>
        {`${counted(found.length, 'SIM')} found`}
        {lines.size > 0 && `, ${counted(lines.size, 'line')} ${missingName(missing).toLowerCase()}`}
      </h2>
      {isOutdated && (
        <p className={styles.note}>
          The list has changed. These results are for the list as it was when you started the
          search.
        </p>
      )}
      <EndNotice end={end} onResume={onResume} />
      {found.length > 0 && (
        <>
          <div className={styles.pictures}>
            {resultPictures(found).map((picture) => (
              <ResultBars key={picture.heading} picture={picture} />
            ))}
          </div>
          <div className={styles.actions}>
            <DialogButton
              load={loadExport}
              renderDialog={(onClose) => (
                <ListExportDialog
                  heading="Export found SIMs"
                  subject={exportSubject(found, missing)}
                  list={exportedFound(found, missing, notes)}
                  shownFields={columns.columns.map(({ field }) => field)}
                  onClose={onClose}
                />
              )}
            >
              Export
            </DialogButton>
            <CopyButton
              label="Copy ICCIDs"
              text={found.map(({ thing }) => thing.ExternalUniqueId).join('\n')}
            />
            {selection.chosen.size === 0 && <AddAll rows={found} />}
          </div>
          <ListedSims<ChosenThing>
            label="Found"
            rows={found}
            thingOf={thingOf}
            columns={listed}
            selection={selection}
            maxRows={14}
          />
          <SelectionBar selection={selection} rows={found}>
            <SelectionActions selection={selection} />
          </SelectionBar>
        </>
      )}
      {missing.length > 0 && (
        <NotFoundTable rows={missing} notes={notes} onRetryFailed={onRetryFailed} />
      )}
    </section>
  );
}

/** The number of bars in a chart; the remaining values are totalled. */
const maxBars = 5;

/** A small chart of the found SIMs: a bar with a number for each value. */
function ResultBars({ picture: { heading, shares, isOfTacs } }: { picture: ResultPicture }) {
  const most = Math.max(...shares.map(({ count }) => count));
  const shown = shares.length > maxBars + 1 ? shares.slice(0, maxBars) : shares;
  const others = shares.slice(shown.length);
  const rest = others.reduce((sum, { count }) => sum + count, 0);
  const nameOf = useNames(isOfTacs ? shown.map(({ name }) => name) : []);
  return (
    <section aria-label={heading} className={styles.picture}>
      <h3>{heading}</h3>
      <ul>
        {shown.map(({ name, count }) => (
          <li key={name}>
            <span className={styles.barName} title={name}>
              {name}
              {nameOf && isTac(name) && <CodeName name={nameOf(name)} keepsLine />}
            </span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className={styles.barCount}>{formatNumber(count)}</span>
          </li>
        ))}
        {rest > 0 && (
          <li>
            <span className={styles.barName}>{`${formatNumber(others.length)} others`}</span>
            <span className={styles.bar} aria-hidden="true" />
            <span className={styles.barCount}>{formatNumber(rest)}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

function exportSubject(found: readonly FoundRow[], missing: readonly MissingRow[]): string {
  const words = `${counted(found.length, 'SIM')} as read by this search, each with its line and text.`;
  return missing.length === 0
    ? words
    : `${words} In an XLSX file, a second sheet lists the lines that were ${missingName(missing).toLowerCase()}.`;
}

/** Adds all found SIMs to the work set. If rows are selected, the bar below the table adds only those. */
function AddAll({ rows }: { rows: readonly FoundRow[] }) {
  const { workSet } = useWorkSet();
  const [added, setAdded] = useState<Added>();
  return (
    <>
      <Button small onClick={() => setAdded(workSet.add(rows))}>
        Add to work set
      </Button>
      <AddedStatus added={added} />
    </>
  );
}

/** How the search ended, if that affects its results. */
function EndNotice({ end, onResume }: Pick<FindResultsProps, 'end' | 'onResume'>) {
  const phase = useSessionPhase();
  const words = endWords(end);
  const resume = (
    <Button small onClick={onResume}>
      Continue
    </Button>
  );
  if (end.kind === 'failed') {
    // The advice to sign in again is obsolete once the user has done so.
    if (end.error.endsSession && phase === 'live') {
      return <Notice tone="warning">Your session had ended. {resume}</Notice>;
    }
    return <ErrorNotice {...describeError(end.error, doing)}>{resume}</ErrorNotice>;
  }
  if (words === undefined) return null;
  return (
    <Notice tone="warning">
      <span>{words}</span>
      {end.kind === 'cancelled' && resume}
    </Notice>
  );
}
