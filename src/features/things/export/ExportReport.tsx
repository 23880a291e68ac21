import { describeError } from '#api/describeError.ts';
import { hasMoved, type ScanReport } from '#api/scan/scan.ts';
import { useSessionPhase } from '#api/session/SessionProvider.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { SavedFile } from '#ui/saveFile.ts';

import { isComplete, reportLines, type FileContent } from './exportFacts.ts';
import { exportMessages } from './exportMessages.ts';

import styles from './ExportDialog.module.css';

interface ExportStoppedProps {
  report: ScanReport;
  onGoOn: () => void;
  onSave: () => void;
  onClose: () => void;
}

/** It ended before the list did, or without a row: why, what there is, and what can be done with it. */
export function ExportStopped({ report, onGoOn, onSave, onClose }: ExportStoppedProps) {
  const { end, rows } = report;
  const phase = useSessionPhase();
  // Whoever has signed in again needs no advice to do so.
  const isMended = end.kind === 'failed' && end.error.endsSession && phase === 'live';
  const canGoOn = end.kind === 'cancelled' || end.kind === 'failed';
  return (
    <>
      {end.kind === 'failed' && !isMended && (
        <ErrorNotice {...describeError(end.error, exportMessages.doing)} />
      )}
      <Notice tone={isComplete({ report, cutCells: 0 }) ? 'info' : 'warning'}>
        <Lines content={{ report, cutCells: 0 }} />
      </Notice>
      <div className={styles.actions}>
        <Button onClick={onClose}>
          {rows > 0 ? exportMessages.discard : exportMessages.close}
        </Button>
        {rows > 0 && <Button onClick={onSave}>{exportMessages.savePart(rows)}</Button>}
        {end.kind === 'complete' && <Button onClick={onSave}>{exportMessages.saveEmpty}</Button>}
        {canGoOn && (
          <Button variant="primary" onClick={onGoOn}>
            {exportMessages.goOn}
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

/** What is in the file, and the file once more for whom the browser did not give it. */
export function ExportSaved({ content, file, onReadAgain, onClose }: ExportSavedProps) {
  return (
    <>
      <Notice tone={isComplete(content) ? 'ok' : 'warning'}>
        <Lines content={content} />
      </Notice>
      <p className={styles.file}>
        {exportMessages.savedAs(file.name)}{' '}
        <a href={file.url} download={file.name}>
          {exportMessages.saveAgain}
        </a>
      </p>
      <div className={styles.actions}>
        {hasMoved(content.report) && (
          <Button onClick={onReadAgain}>{exportMessages.readAgain}</Button>
        )}
        <Button variant="primary" onClick={onClose}>
          {exportMessages.close}
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
