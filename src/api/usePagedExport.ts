import { saveFile, type SavedFile } from '#lib/saveFile.ts';

import type { MayWait } from './jobs/job.ts';
import { useJob } from './jobs/useJob.ts';
import { pageByPage, type ReadPage } from './recordPages.ts';

/** More rows than anybody reads; a narrower filter gets the others. */
const maxRows = 20_000;

/** The progress of an export. */
interface Progress extends MayWait {
  readonly rows: number;
  readonly pages: number;
  /** Rows that could not be read. */
  readonly unreadable: number;
}

interface Exported extends Progress {
  readonly file: SavedFile;
  readonly isCut: boolean;
}

/** The source of an export's rows, and the file that they go into. */
interface ExportSource<Page, Row> {
  readonly read: ReadPage<Page>;
  readonly rowsOf: (page: Page) => readonly Row[];
  readonly file: { readonly add: (rows: readonly Row[]) => void; readonly blob: () => Blob };
  readonly name: (isComplete: boolean) => string;
}

/**
 * Exports all pages of records to a file.
 *
 * @param many the plural of a row, such as "changes"
 */
export function usePagedExport(many: string) {
  const job = useJob<Progress, Exported>(`export the next ${many}`);
  const { state } = job;

  function forget() {
    if (state.step === 'done') state.result.file.forget();
  }

  return {
    ...job,
    start<Page extends { unreadable: number; next: string | null }, Row>(
      source: ExportSource<Page, Row>,
    ) {
      const { rowsOf, file, name } = source;
      const begin: Progress = { rows: 0, pages: 0, unreadable: 0 };
      let progress = begin;
      const readOn = pageByPage(source.read);
      forget();
      job.start({
        begin,
        async run(signal, show) {
          const isAll = await readOn(signal, (page) => {
            const rows = rowsOf(page);
            file.add(rows);
            progress = {
              rows: progress.rows + rows.length,
              pages: progress.pages + 1,
              unreadable: progress.unreadable + page.unreadable,
            };
            show(progress);
            return progress.rows < maxRows;
          });
          const saved = saveFile(file.blob(), name(isAll && progress.unreadable === 0));
          return { ...progress, file: saved, isCut: !isAll };
        },
      });
    },
    close() {
      forget();
      job.close();
    },
  };
}
