import { describeError } from '#api/describeError.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Notice } from '#ui/Notice.tsx';
import { ScanProgress } from '#ui/ScanProgress.tsx';

import type { useChangesExport } from './useChangesExport.ts';

/** Where an export of the changes stands: its progress, why it stopped, or its file. */
export function ChangesExport({ state, cancel, goOn, close }: ReturnType<typeof useChangesExport>) {
  switch (state.step) {
    case 'idle':
      return null;
    case 'running': {
      const soFar = `${countWords(state.rows)} so far`;
      return (
        <ScanProgress
          label="Exporting the changes"
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
      return state.error ? (
        <ErrorNotice {...describeError(state.error, 'export the next changes')}>
          {buttons}
        </ErrorNotice>
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
            {isCut && ' There are older ones: choose fewer days to get them.'}
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

function countWords(count: number): string {
  return count === 1 ? '1 change' : `${formatNumber(count)} changes`;
}
