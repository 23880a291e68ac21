import { useEffect, useRef, useState } from 'react';

import type { WorkSetEntry } from '#api/workSet/workSet.ts';
import { sleep, systemClock } from '#lib/clock.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { saveFile, type SavedFile } from '#ui/saveFile.ts';

import { ExportChoiceForm } from '../export/ExportChoiceForm.tsx';
import { rowCount } from '../export/exportFacts.ts';
import type { ExportChoice } from '../export/exportRun.ts';
import { createTableFile } from '../export/tableFile.ts';
import type { ThingField } from '../record/thingFields.ts';
import { setTable } from './setTexts.ts';

import styles from './WorkSetPage.module.css';

interface SetExportDialogProps {
  entries: readonly WorkSetEntry[];
  shownFields: readonly ThingField[];
  onClose: () => void;
}

/** Writes the set as it is into a file. Nothing is asked of the service. */
export function SetExportDialog({ entries: given, shownFields, onClose }: SetExportDialogProps) {
  const [entries] = useState(given);
  const [saved, setSaved] = useState<{ readonly file: SavedFile; readonly cutCells: number }>();
  const [bug, setBug] = useState<{ readonly error: unknown }>();
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (saved) body.current?.focus();
    return () => saved?.file.forget();
  }, [saved]);
  // For the error boundary of the page.
  if (bug) throw bug.error;

  return (
    <Dialog heading="Export work set" width="sm" onClose={onClose}>
      <div ref={body} tabIndex={-1} className={styles.dialog}>
        <p>
          {`${rowCount(entries.length)} as last read, without a call of the service. “Read again” brings them up to date.`}
        </p>
        {!saved && (
          <ExportChoiceForm
            shownFields={shownFields}
            onStart={(choice) =>
              void writeFile(entries, choice).then(setSaved, (error: unknown) => setBug({ error }))
            }
            onClose={onClose}
          />
        )}
        {saved && (
          <>
            <Notice tone={saved.cutCells === 0 ? 'ok' : 'warning'}>
              <span>
                {`Saved ${rowCount(entries.length)} as ${saved.file.name}.`}
                {saved.cutCells > 0 &&
                  ` ${formatNumber(saved.cutCells)} cells are cut after 32,767 characters: a CSV file has all.`}
              </span>
            </Notice>
            <div className={styles.actions}>
              <a href={saved.file.url} download={saved.file.name}>
                Save the file again
              </a>
              <Button variant="primary" onClick={onClose}>
                Close
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Rows that are written at once, so that the page stays usable in between. */
const batchSize = 250;

async function writeFile(entries: readonly WorkSetEntry[], choice: ExportChoice) {
  const { heads, rows } = setTable(entries, choice.columns);
  const file = await createTableFile(choice.format, 'Work set', heads);
  for (let from = 0; from < entries.length; from += batchSize) {
    // oxlint-disable-next-line no-await-in-loop -- rows are written in order
    await file.add(rows(from, from + batchSize));
    // oxlint-disable-next-line no-await-in-loop -- lets the page react between two batches
    await sleep(systemClock, 0);
  }
  const now = new Date(systemClock.now()).toISOString();
  const blob = await file.finish([
    ['Fact', 'Value'],
    ['Rows', String(entries.length)],
    ['Columns', choice.columnsName],
    ['Written (UTC)', now],
    ['No longer found', String(entries.filter((entry) => entry.notFoundAt !== undefined).length)],
    ['Not read', String(entries.filter(({ read }) => !read).length)],
  ]);
  const name = `work-set_${now.slice(0, 16).replace(':', '')}Z.${choice.format}`;
  return { file: saveFile(blob, name), cutCells: file.cutCells() };
}
