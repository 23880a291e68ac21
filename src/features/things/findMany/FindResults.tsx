import { lazy, useMemo, useState, type Ref } from 'react';
import { Link } from 'react-router';

import { describeError } from '#api/describeError.ts';
import { useSessionPhase } from '#api/session/SessionProvider.tsx';
import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import type { Added } from '#api/workSet/workSet.ts';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { DialogButton } from '#ui/DialogButton.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SelectionBar } from '#ui/selection/SelectionBar.tsx';
import { useSelection } from '#ui/selection/useSelection.ts';

import { useShownColumns } from '../columns/useShownColumns.ts';
import { addedWords, iccidOf, SelectionActions } from '../workSet/SelectionActions.tsx';
import type { FindEnd } from './findRun.ts';
import type { FindResults as Results } from './findStore.ts';
import {
  foundRows,
  missingRows,
  missingText,
  resultPictures,
  type FoundRow,
  type MissingRow,
} from './foundRows.ts';
import { FoundTable } from './FoundTable.tsx';
import { ResultBars } from './ResultBars.tsx';
import { VirtualTable } from './VirtualTable.tsx';
import { counted, doing, endWords, reasonNotes } from './words.ts';

import styles from './FindMany.module.css';

const loadExport = () => import('./FoundExportDialog.tsx');
const FoundExportDialog = lazy(async () => ({ default: (await loadExport()).FoundExportDialog }));

interface FindResultsProps {
  results: Results;
  end: FindEnd;
  headingRef: Ref<HTMLHeadingElement>;
  onResume: () => void;
  onRetryFailed: () => void;
}

/** What a search found and what it did not, with the reasons. */
export function FindResults(props: FindResultsProps) {
  const { results, end, headingRef, onResume, onRetryFailed } = props;
  const found = useMemo(() => foundRows(results), [results]);
  const missing = useMemo(() => missingRows(results), [results]);
  const things = useMemo(() => found.map(({ thing }) => thing), [found]);
  const columns = useShownColumns(things, {
    shared: undefined,
    onShare: () => undefined,
    markWidth: 0,
  });
  const selection = useSelection(iccidOf);

  return (
    <section aria-labelledby="find-results" className={styles.results}>
      <h2 id="find-results" ref={headingRef} tabIndex={-1}>
        {`${counted(found.length, 'SIM')} found`}
        {missing.length > 0 && `, ${counted(missing.length, 'line')} not`}
      </h2>
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
                <FoundExportDialog
                  found={found}
                  missing={missing}
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
          <FoundTable rows={found} selection={selection} columns={columns.columns} />
          <SelectionBar selection={selection} rows={found}>
            <SelectionActions selection={selection} />
          </SelectionBar>
        </>
      )}
      {missing.length > 0 && (
        <NotFound
          rows={missing}
          notes={reasonNotes(results.outcomes.values())}
          onRetryFailed={onRetryFailed}
        />
      )}
    </section>
  );
}

/** Puts all that was found into the work set; of a selection, the bar below the table puts only that. */
function AddAll({ rows }: { rows: readonly FoundRow[] }) {
  const { workSet } = useWorkSet();
  const [added, setAdded] = useState<Added>();
  return (
    <>
      <Button small onClick={() => setAdded(workSet.add(rows))}>
        Add to work set
      </Button>
      <span role="status">
        {added && (
          <>
            {addedWords(added)} <Link to={paths.workSet()}>Open the work set</Link>
          </>
        )}
      </span>
    </>
  );
}

/** How the search ended, if that matters for its results. */
function EndNotice({ end, onResume }: Pick<FindResultsProps, 'end' | 'onResume'>) {
  const phase = useSessionPhase();
  const words = endWords(end);
  const goOn = (
    <Button small onClick={onResume}>
      Go on
    </Button>
  );
  if (end.kind === 'failed') {
    // The advice to sign in again is obsolete once the user did.
    if (end.error.endsSession && phase === 'live') {
      return <Notice tone="warning">The sign-in had ended. {goOn}</Notice>;
    }
    return <ErrorNotice {...describeError(end.error, doing)}>{goOn}</ErrorNotice>;
  }
  if (words === undefined) return null;
  return (
    <Notice tone="warning">
      <span>{words}</span>
      {end.kind === 'cancelled' && goOn}
    </Notice>
  );
}

const heads = [
  { name: 'Line', width: 64 },
  { name: 'Text', width: 240 },
  { name: 'Why', width: 620 },
];

interface NotFoundProps {
  rows: readonly MissingRow[];
  /** What has to be known of the reasons. */
  notes: readonly string[];
  onRetryFailed: () => void;
}

function NotFound({ rows, notes, onRetryFailed }: NotFoundProps) {
  const failed = rows.filter(({ hasFailed }) => hasFailed).length;
  return (
    <>
      <h3 className={styles.subheading}>{`Not found: ${formatNumber(rows.length)}`}</h3>
      <div className={styles.actions}>
        <CopyButton label="Copy not found" text={missingText(rows, notes)} />
        {failed > 0 && (
          <Button small onClick={onRetryFailed}>
            {`Look up ${formatNumber(failed)} failed again`}
          </Button>
        )}
      </div>
      <VirtualTable
        label="Not found"
        rows={rows}
        heads={heads}
        rowHeight={34}
        maxRows={10}
        renderRow={({ line, text, why }, index) => (
          <tr key={index} aria-rowindex={index + 2}>
            <td>{line}</td>
            <td className={styles.mono} title={text}>
              {text}
            </td>
            <td title={why}>{why}</td>
          </tr>
        )}
      />
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </>
  );
}
