import { useEffect, useRef, useState } from 'react';

import type { RecordsAccess } from '#api/client.ts';
import type { ThingRecord } from '#api/things.ts';
import { useBug } from '#api/useBug.ts';
import { useUserServices } from '#api/userServices.tsx';
import { sleep, systemClock } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { fileTime } from '#lib/csvFile.ts';
import { saveFile } from '#lib/saveFile.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SavedLink } from '#ui/SavedLink.tsx';

import type { ThingField } from '../thingFields.ts';
import { ExportChoiceForm } from './ExportChoiceForm.tsx';
import type { ExportColumn } from './exportColumns.ts';
import type { ExportChoice } from './exportRun.ts';
import { withNames } from './nameColumns.ts';
import { createTableFile } from './tableFile.ts';

import styles from './ExportDialog.module.css';

/** A frozen list of SIMs, and the contents of its file. */
export interface ExportedList {
  /** The start of the file's name, such as "work-set". */
  readonly fileName: string;
  /** Names the sheet of a workbook. */
  readonly sheet: string;
  readonly things: readonly ThingRecord[];
  /** Adds the list's own columns before or after the record columns. */
  readonly columns: (chosen: readonly ExportColumn[]) => readonly ExportColumn[];
  /** Columns whose values are read when the file is written; `problem` says why any of them are missing. */
  readonly late?: () => Promise<{
    readonly columns: readonly ExportColumn[];
    readonly problem?: string | undefined;
  }>;
  /** The second sheet of a workbook, with a header row. A CSV file has no second sheet. */
  readonly second: { readonly name: string; readonly rows: readonly (readonly string[])[] };
}

interface ListExportDialogProps {
  heading: string;
  /** The file's contents, in a sentence or two. */
  subject: string;
  list: ExportedList;
  shownFields: readonly ThingField[];
  onClose: () => void;
}

/** Writes a list to a file as is, without calls to the service. */
export function ListExportDialog(props: ListExportDialogProps) {
  const { heading, shownFields, onClose } = props;
  const { api } = useUserServices();
  // Later changes to the list do not affect the file.
  const [{ list, subject }] = useState(props);
  const [saved, setSaved] = useState<Awaited<ReturnType<typeof writeFile>>>();
  const [isWriting, setWriting] = useState(false);
  const showBug = useBug();
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form, which had focus, has been removed.
    if (saved) body.current?.focus();
    return () => saved?.file.forget();
  }, [saved]);

  return (
    <Dialog heading={heading} width="sm" onClose={onClose}>
      <div ref={body} tabIndex={-1} className={styles.content}>
        <p>{subject}</p>
        {saved ? (
          <>
            <Notice tone={saved.cutCells === 0 && !saved.problem ? 'ok' : 'warning'}>
              <span>
                {`Saved ${counted(list.things.length, 'row')} as ${saved.file.name}.`}
                {saved.cutCells > 0 &&
                  ` Truncated to 32,767 characters: ${counted(saved.cutCells, 'cell')}. A CSV file has the full text.`}
                {saved.problem && ` ${saved.problem}`}
              </span>
            </Notice>
            <div className={styles.actions}>
              <SavedLink file={saved.file} />
              <Button variant="primary" onClick={onClose}>
                Close
              </Button>
            </div>
          </>
        ) : (
          <ExportChoiceForm
            shownFields={shownFields}
            isWriting={isWriting}
            onStart={(choice) => {
              setWriting(true);
              writeFile(list, choice, api.records).then(setSaved, showBug);
            }}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Rows written per batch; the page can respond between batches. */
const batchSize = 250;

async function writeFile(
  list: ExportedList,
  { format, columns: chosen }: ExportChoice,
  records: RecordsAccess | undefined,
) {
  const { fileName, sheet, things, second } = list;
  const late = await list.late?.();
  const named = withNames(list.columns(chosen), records);
  await named.learn(things);
  const columns = [...named.columns, ...(late?.columns ?? [])];
  const heads = columns.map(({ head }) => head);
  const file = await createTableFile(format, sheet, heads);
  for (let from = 0; from < things.length; from += batchSize) {
    const batch = things.slice(from, from + batchSize);
    // oxlint-disable-next-line no-await-in-loop -- rows are written in order
    await file.add(batch.map((thing) => columns.map(({ text }) => text(thing))));
    // oxlint-disable-next-line no-await-in-loop -- lets the page react between two batches
    await sleep(systemClock, 0);
  }
  const blob = await file.finish(second.rows, second.name);
  return {
    file: saveFile(blob, `${fileName}_${fileTime(systemClock.now())}.${format}`),
    cutCells: file.cutCells(),
    problem: late?.problem,
  };
}
