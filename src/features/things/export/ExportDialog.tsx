import { useEffect, useRef, useState } from 'react';

import { describeError } from '#api/describeError.ts';
import type { ScanProgress as Progress } from '#api/scan/scan.ts';
import { useIsSignedOut } from '#api/session/SessionProvider.tsx';
import { formatNumber } from '#lib/format.ts';
import { Details } from '#ui/Details.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { LeaveNotice } from '#ui/LeaveNotice.tsx';
import { ScanProgress } from '#ui/ScanProgress.tsx';

import { filterWords, type ThingsFilter } from '../list/filters/thingsFilter.ts';
import type { ThingField } from '../thingFields.ts';
import { ExportChoiceForm } from './ExportChoiceForm.tsx';
import { doing, orderNote, rowCount } from './exportFacts.ts';
import { ExportSaved, ExportStopped } from './ExportReport.tsx';
import { useExport, type ExportState } from './useExport.ts';

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
  const { state, start, cancel, resume, readAgain, savePart } = useExport(filters);
  const body = useRef<HTMLDivElement>(null);
  const wouldLose = losesRows(state);

  // Each step has other controls, so the focus has to follow.
  useEffect(() => {
    if (state.step !== 'choosing') body.current?.focus();
  }, [state.step]);

  const forget = state.step === 'saved' ? state.file.forget : undefined;
  useEffect(() => () => forget?.(), [forget]);

  return (
    <Dialog heading="Export Things" width="sm" onClose={() => !wouldLose && onClose()}>
      <div ref={body} tabIndex={-1} className={styles.content}>
        <LeaveNotice wouldLose={wouldLose} isOver={useIsSignedOut()}>
          The export is not finished. Leaving this page ends it, and its rows are lost.
        </LeaveNotice>
        <ExportSubject filters={filters} />
        {state.step === 'choosing' && (
          <ExportChoiceForm shownFields={shownFields} onStart={start} onClose={onClose} />
        )}
        {state.step === 'running' && <ExportProgress progress={state.progress} onCancel={cancel} />}
        {state.step === 'saving' && <p role="status">Writing the file…</p>}
        {state.step === 'stopped' && (
          <ExportStopped
            report={state.report}
            onResume={resume}
            onSave={savePart}
            onClose={onClose}
          />
        )}
        {state.step === 'saved' && (
          <ExportSaved
            content={state.content}
            file={state.file}
            onReadAgain={readAgain}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}

function losesRows(state: ExportState): boolean {
  if (state.step === 'stopped') return state.report.rows > 0;
  return state.step === 'running' || state.step === 'saving';
}

/** The filters in words, and a note that a list which changes may be exported incompletely. */
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

function ExportProgress({ progress, onCancel }: { progress: Progress; onCancel: () => void }) {
  const { rows, pages, wait } = progress;
  return (
    <ScanProgress
      label="Reading"
      soFar={`${rowCount(rows)} so far, ${formatNumber(pages)} ${pages === 1 ? 'page' : 'pages'}`}
      announcement={`Reading: ${rowCount(rows)}`}
      pages={pages}
      wait={wait && { until: wait.until, failure: wait.error && describeError(wait.error, doing) }}
      cancelLabel="Cancel export"
      onCancel={onCancel}
    />
  );
}
