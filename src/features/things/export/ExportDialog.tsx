import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useRef, useState } from 'react';

import { MuiTheme } from '#ui/MuiTheme.tsx';

import type { ThingField } from '../record/thingFields.ts';
import { ExportChoiceForm } from './ExportChoiceForm.tsx';
import type { ExportFilters } from './exportFacts.ts';
import { exportMessages } from './exportMessages.ts';
import { ExportProgress } from './ExportProgress.tsx';
import { ExportSaved, ExportStopped } from './ExportReport.tsx';
import { ExportSubject } from './ExportSubject.tsx';
import { LeaveNotice } from './LeaveNotice.tsx';
import { useExport, type ExportState } from './useExport.ts';

import styles from './ExportDialog.module.css';

interface ExportDialogProps {
  /** Those of the moment it opens: what is exported does not change under the dialog. */
  filters: ExportFilters;
  shownFields: readonly ThingField[];
  onClose: () => void;
}

/** From the choice of a file to the file. Closes by itself never, by Escape only where nothing is lost. */
export function ExportDialog({ filters: given, shownFields, onClose }: ExportDialogProps) {
  const [filters] = useState(given);
  const { state, start, cancel, goOn, readAgain, savePart } = useExport(filters);
  const body = useRef<HTMLDivElement>(null);
  const wouldLose = losesRows(state);

  // Each step brings other controls: the focus goes to where they are, not to nowhere.
  useEffect(() => {
    if (state.step !== 'choosing') body.current?.focus();
  }, [state.step]);

  const forget = state.step === 'saved' ? state.file.forget : undefined;
  useEffect(() => () => forget?.(), [forget]);

  return (
    <MuiTheme>
      <Dialog
        open
        onClose={() => !wouldLose && onClose()}
        aria-labelledby="export-things"
        maxWidth="sm"
        fullWidth
      >
        <DialogTitle id="export-things">{exportMessages.heading}</DialogTitle>
        <DialogContent ref={body} tabIndex={-1} className={styles.content}>
          <LeaveNotice wouldLose={wouldLose} />
          <ExportSubject filters={filters} />
          {state.step === 'choosing' && (
            <ExportChoiceForm shownFields={shownFields} onStart={start} onClose={onClose} />
          )}
          {state.step === 'running' && (
            <ExportProgress progress={state.progress} onCancel={cancel} />
          )}
          {state.step === 'saving' && <p role="status">{exportMessages.saving}</p>}
          {state.step === 'stopped' && (
            <ExportStopped
              report={state.report}
              onGoOn={goOn}
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
        </DialogContent>
      </Dialog>
    </MuiTheme>
  );
}

function losesRows(state: ExportState): boolean {
  if (state.step === 'stopped') return state.report.rows > 0;
  return state.step === 'running' || state.step === 'saving';
}
