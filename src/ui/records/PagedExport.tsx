import { counted } from '#lib/counted.ts';
import type { Exported, ExportProgress } from '#lib/csvFile.ts';
import { formatNumber } from '#lib/format.ts';

import { Button } from '../Button.tsx';
import { JobPanel, type ShownJob } from '../JobPanel.tsx';
import { LeaveNotice } from '../LeaveNotice.tsx';
import { Notice } from '../Notice.tsx';
import { SavedLink } from '../SavedLink.tsx';

/** An export of all pages of a list of records. */
export interface RecordExport extends ShownJob<ExportProgress, Exported> {
  readonly close: () => void;
  /** Whether the session has ended, so that nothing may stop the user from leaving. */
  readonly isOver: () => boolean;
}

interface PagedExportProps {
  file: RecordExport;
  /** The singular and plural for rows, such as "change" and "changes". */
  one: string;
  many: string;
  /** Advice for rows that did not fit. */
  cutAdvice: string;
}

/** An export's progress, the reason why it stopped, or its file. */
export function PagedExport({ file, one, many, cutAdvice }: PagedExportProps) {
  const { state, failure, close } = file;
  if (state.step !== 'done') {
    return (
      <>
        <LeaveNotice wouldLose={state.step === 'running'} isOver={file.isOver}>
          Leaving this page ends the export, and no file is saved.
        </LeaveNotice>
        <JobPanel
          job={file}
          running={({ rows, pages }) => {
            const soFar = `${counted(rows, one, many)} so far`;
            const label = `Exporting the ${many}`;
            return { label, soFar, announcement: soFar, pages, cancelLabel: 'Cancel export' };
          }}
          stopped={({ rows }) =>
            failure
              ? undefined
              : `The export was cancelled after ${counted(rows, one, many)}. No file was saved.`
          }
          onClose={close}
        />
      </>
    );
  }
  const { file: saved, rows, unreadable, facts = '', isCut } = state.result;
  return (
    <Notice tone={isCut || unreadable > 0 ? 'warning' : 'ok'}>
      <span>
        {`Saved as ${saved.name}: ${counted(rows, one, many)}. ${facts}`.trim()}
        {unreadable > 0 &&
          ` ${formatNumber(unreadable)} could not be read and ${unreadable === 1 ? 'is' : 'are'} not in the file.`}
        {isCut && ` ${cutAdvice}`}
      </span>
      <SavedLink file={saved} />
      <Button small onClick={close}>
        Close
      </Button>
    </Notice>
  );
}
