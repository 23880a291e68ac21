import { useEffect, useState } from 'react';

import { createBlobParts } from '#lib/blobParts.ts';
import { systemClock } from '#lib/clock.ts';
import { csvLine } from '#lib/csv.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { saveFile, type SavedFile } from '#ui/saveFile.ts';

import { ExportChoiceForm } from '../export/ExportChoiceForm.tsx';
import { exportColumns } from '../export/exportColumns.ts';
import type { ExportChoice } from '../export/exportRun.ts';
import type { ThingField } from '../record/thingFields.ts';
import { listFields, type FoundRow, type MissingRow } from './foundRows.ts';
import { counted } from './words.ts';

import styles from '../export/ExportDialog.module.css';

interface FoundExportDialogProps {
  found: readonly FoundRow[];
  missing: readonly MissingRow[];
  shownFields: readonly ThingField[];
  onClose: () => void;
}

/** Saves what was found, as it was read then, with the lines of the list. No call is needed. */
export function FoundExportDialog({
  found,
  missing,
  shownFields,
  onClose,
}: FoundExportDialogProps) {
  const [file, setFile] = useState<SavedFile>();
  const [bug, setBug] = useState<{ readonly error: unknown }>();
  useEffect(() => () => file?.forget(), [file]);
  if (bug) throw bug.error;

  async function save(choice: ExportChoice) {
    const time = new Date(systemClock.now()).toISOString().slice(0, 16).replace(':', '');
    const blob = await foundFile(choice, found, missing);
    setFile(saveFile(blob, `found_${time}Z.${choice.format}`));
  }

  return (
    <Dialog heading="Export found SIMs" width="sm" onClose={onClose}>
      <div className={styles.content}>
        <p>
          {`${counted(found.length, 'SIM')} as read by this search, each with its line and text.`}
          {missing.length > 0 && ' An XLSX file has what was not found on a second sheet.'}
        </p>
        {file ? (
          <>
            <Notice tone="ok">{`Saved as ${file.name}`}</Notice>
            <div className={styles.actions}>
              <Button variant="primary" onClick={onClose}>
                Close
              </Button>
            </div>
          </>
        ) : (
          <ExportChoiceForm
            shownFields={shownFields}
            onStart={(choice) => void save(choice).catch((error: unknown) => setBug({ error }))}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}

/** The file: a row for each SIM, with its lines and texts first. */
export async function foundFile(
  { format, columns }: ExportChoice,
  found: readonly FoundRow[],
  missing: readonly MissingRow[],
): Promise<Blob> {
  const all = [...exportColumns(listFields(found)), ...columns];
  const heads = all.map(({ head }) => head);
  const rows = found.map(({ thing }) => all.map(({ text }) => text(thing)));
  if (format === 'csv') {
    const parts = createBlobParts('text/csv;charset=utf-8');
    for (const row of [heads, ...rows]) parts.add(csvLine(row));
    return parts.blob();
  }
  const { createWorkbookWriter } = await import('../export/workbook.ts');
  const writer = await createWorkbookWriter('Found', heads);
  await writer.add(rows);
  const notFound = missing.map(({ line, text, why }) => [String(line), text, why]);
  return writer.finish({ name: 'Not found', rows: [['Line', 'Text', 'Why'], ...notFound] });
}
