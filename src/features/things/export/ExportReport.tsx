import { describeError } from '#api/describeError.ts';
import { hasMoved, type ScanReport } from '#api/scan/scan.ts';
import { useSessionPhase } from '#api/session/SessionProvider.tsx';
import { counted } from '#lib/counted.ts';
import type { SavedFile } from '#lib/saveFile.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SavedLink } from '#ui/SavedLink.tsx';

import { doing, isComplete, reportLines, type FileContent } from './exportFacts.ts';

import styles from './ExportDialog.module.css';

interface ExportStoppedProps {
  report: ScanReport;
  onResume: () => void;
  onSave: () => void;
  onClose: () => void;
}

/** Shown when the export ended early or without rows: the reason, and what can be done with the rows read so far. */
export function ExportStopped({ report, onResume, onSave, onClose }: ExportStoppedProps) {
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
export function ExportSaved({ content, file, onReadAgain, onClose }: ExportSavedProps) {
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
