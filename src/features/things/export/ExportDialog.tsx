import { useEffect, useState } from 'react';

import { describeError } from '#api/describeError.ts';
import { hasMoved, type ScanCounts, type ScanReport } from '#api/scan/scan.ts';
import { useIsSignedOut, useSessionPhase } from '#api/session/SessionProvider.tsx';
import { counted } from '#lib/counted.ts';
import type { SavedFile } from '#lib/saveFile.ts';
import { Button } from '#ui/Button.tsx';
import { Details } from '#ui/Details.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { useStepFocus } from '#ui/JobPanel.tsx';
import { LeaveNotice } from '#ui/LeaveNotice.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SavedLink } from '#ui/SavedLink.tsx';
import { ScanProgress } from '#ui/ScanProgress.tsx';

import { filterWords, type ThingsFilter } from '../list/filters/thingsFilter.ts';
import type { ThingField } from '../thingFields.ts';
import { ExportChoiceForm } from './ExportChoiceForm.tsx';
import { doing, isComplete, orderNote, reportLines, type FileContent } from './exportFacts.ts';
import { unsavedReport, useExport } from './useExport.ts';

import styles from './ExportDialog.module.css';

interface ExportDialogProps {
  /** The filters when the dialog opens; later changes do not affect the export. */
  filters: ThingsFilter;
  shownFields: readonly ThingField[];
  onClose: () => void;
}

/** Exports the list to a file. Escape closes the dialog only if no rows would be lost. */
export function ExportDialog({ filters: given, shownFields, onClose }: ExportDialogProps) {
  const [filters] = useState(given);
  const { state, wait, start, cancel, resume, readAgain, savePart } = useExport(filters);
  const body = useStepFocus(state.step);
  const unsaved = unsavedReport({ state });
  const saved = state.step === 'done' ? state.result.saved : undefined;
  const wouldLose = state.step === 'running' || (unsaved !== undefined && unsaved.rows > 0);

  const forget = saved?.file.forget;
  useEffect(() => () => forget?.(), [forget]);

  return (
    <Dialog heading="Export Things" width="sm" onClose={() => !wouldLose && onClose()}>
      <div ref={body} tabIndex={-1} className={styles.content}>
        <LeaveNotice wouldLose={wouldLose} isOver={useIsSignedOut()}>
          The export has not finished. Leaving this page cancels it and discards its rows.
        </LeaveNotice>
        <ExportSubject filters={filters} />
        {state.step === 'idle' && (
          <ExportChoiceForm shownFields={shownFields} onStart={start} onClose={onClose} />
        )}
        {state.step === 'running' &&
          (state.progress.isSaving ? (
            <p role="status">Writing the file…</p>
          ) : (
            <ScanProgress {...progressWords(state.progress)} wait={wait} onCancel={cancel} />
          ))}
        {unsaved && (
          <ExportStopped
            report={unsaved}
            onResume={resume}
            onSave={() => savePart(unsaved)}
            onClose={onClose}
          />
        )}
        {saved && <ExportSaved {...saved} onReadAgain={readAgain} onClose={onClose} />}
      </div>
    </Dialog>
  );
}

/** The filters in words, with a note that the export of a changing list may be incomplete. */
function ExportSubject({ filters }: { filters: ThingsFilter }) {
  const words = filterWords(filters);
  return (
    <section aria-label="What is exported" className={styles.subject}>
      <p>
        {words.length === 0
          ? 'All Things: no filter is applied.'
          : 'All Things that the service lists for these filters, not only the rows on this page:'}
      </p>
      {words.length > 0 && (
        <dl className={styles.filters}>
          {words.map(({ name, label, value }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <Details>
        <p className={styles.note}>{orderNote}</p>
      </Details>
    </section>
  );
}

function progressWords({ rows, pages }: ScanCounts) {
  return {
    label: 'Reading',
    soFar: `${counted(rows, 'row')} so far, ${counted(pages, 'page')}`,
    announcement: `Reading: ${counted(rows, 'row')}`,
    pages,
    cancelLabel: 'Cancel export',
  };
}

interface ExportStoppedProps {
  report: ScanReport;
  onResume: () => void;
  onSave: () => void;
  onClose: () => void;
}

/** Shown when the export ended early or without rows: the reason, and what can be done with the rows read so far. */
function ExportStopped({ report, onResume, onSave, onClose }: ExportStoppedProps) {
  const { end, rows } = report;
  const phase = useSessionPhase();
  // The advice to sign in again is obsolete once the user has done so.
  const isSignedInAgain = end.kind === 'failed' && end.error.endsSession && phase === 'live';
  const canResume = end.kind === 'cancelled' || end.kind === 'failed';
  const content: FileContent = { report, cutCells: 0 };
  return (
    <>
      {end.kind === 'failed' && !isSignedInAgain && (
        <ErrorNotice {...describeError(end.error, doing)} />
      )}
      <Notice tone={isComplete(content) ? 'info' : 'warning'}>
        <Lines content={content} />
      </Notice>
      <div className={styles.actions}>
        <Button onClick={onClose}>{rows > 0 ? 'Close without saving' : 'Close'}</Button>
        {rows > 0 && <Button onClick={onSave}>{`Save the ${counted(rows, 'row')} read`}</Button>}
        {end.kind === 'complete' && <Button onClick={onSave}>Save a file without rows</Button>}
        {canResume && (
          <Button variant="primary" onClick={onResume}>
            Continue
          </Button>
        )}
      </div>
    </>
  );
}

interface ExportSavedProps {
  content: FileContent;
  file: SavedFile;
  onReadAgain: () => void;
  onClose: () => void;
}

/** Describes the file. */
function ExportSaved({ content, file, onReadAgain, onClose }: ExportSavedProps) {
  return (
    <>
      <Notice tone={isComplete(content) ? 'ok' : 'warning'}>
        <Lines content={content} />
      </Notice>
      <p className={styles.file}>
        Saved as {file.name} <SavedLink file={file} />
      </p>
      <div className={styles.actions}>
        {hasMoved(content.report) && <Button onClick={onReadAgain}>Read again</Button>}
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}

function Lines({ content }: { content: FileContent }) {
  return (
    <div className={styles.lines}>
      {reportLines(content).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
