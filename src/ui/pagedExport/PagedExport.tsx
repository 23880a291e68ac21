import { formatNumber } from '#lib/format.ts';

import { Button } from '../Button.tsx';
import { ErrorNotice } from '../ErrorNotice.tsx';
import { Notice } from '../Notice.tsx';
import { ScanProgress } from '../ScanProgress.tsx';
import type { usePagedExport } from './usePagedExport.ts';

interface PagedExportProps extends ReturnType<typeof usePagedExport> {
  /** What one row is, and several are, such as "change" and "changes". */
  one: string;
  many: string;
  /** What to do about rows that did not fit. */
  cutAdvice: string;
}

/** Where an export stands: its progress, why it stopped, or its file. */
export function PagedExport(props: PagedExportProps) {
  const { state, cancel, goOn, close, one, many, cutAdvice } = props;
  const countWords = (count: number) => `${formatNumber(count)} ${count === 1 ? one : many}`;
  switch (state.step) {
    case 'idle':
      return null;
    case 'running': {
      const soFar = `${countWords(state.rows)} so far`;
      return (
        <ScanProgress
          label={`Exporting the ${many}`}
          soFar={soFar}
          announcement={soFar}
          pages={state.pages}
          cancelLabel="Cancel export"
          onCancel={cancel}
        />
      );
    }
    case 'stopped': {
      const buttons = (
        <>
          <Button small onClick={goOn}>
            Go on
          </Button>
          <Button small onClick={close}>
            Close
          </Button>
        </>
      );
      return state.failure ? (
        <ErrorNotice {...state.failure}>{buttons}</ErrorNotice>
      ) : (
        <Notice tone="warning">
          <span>{`The export was cancelled after ${countWords(state.rows)}. No file was saved.`}</span>
          {buttons}
        </Notice>
      );
    }
    case 'saved': {
      const { file, rows, unreadable, isCut } = state;
      return (
        <Notice tone={isCut || unreadable > 0 ? 'warning' : 'ok'}>
          <span>
            {`Saved as ${file.name}: ${countWords(rows)}.`}
            {unreadable > 0 && ` ${formatNumber(unreadable)} could not be read and are not in it.`}
            {isCut && ` ${cutAdvice}`}
          </span>
          {/* The browser may have blocked the download. */}
          <a href={file.url} download={file.name}>
            Save the file again
          </a>
          <Button small onClick={close}>
            Close
          </Button>
        </Notice>
      );
    }
    default:
      return state satisfies never;
  }
}
