import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Link } from '#ui/Link.tsx';
import { QuotingText } from '#ui/ServiceWords.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { textPixels } from '#ui/textPixels.ts';
import { useRowWindow } from '#ui/useRowWindow.ts';

import { missingName, missingText, type MissingRow } from './foundRows.ts';

import styles from './FindMany.module.css';

const columns: readonly DataColumn<MissingRow>[] = [
  { header: 'Line', width: 64, rowHeader: true, cell: ({ line }) => line },
  { header: 'Text', width: 240, mono: true, title: ({ text }) => text, cell: ({ text }) => text },
  {
    header: 'Why',
    width: 620,
    title: ({ why }) => why,
    cell: ({ why, said, several }) =>
      several ? <Link to={several}>{why}</Link> : <QuotingText text={why} quote={said} />,
  },
];

/** The assumed height in CSS pixels, until a row has been measured. */
const rowHeight = 33;

interface NotFoundProps {
  rows: readonly MissingRow[];
  /** Caveats about the reasons. */
  notes: readonly string[];
  onRetryFailed: () => void;
}

/** The items that were not found, with the reasons. */
export function NotFoundTable({ rows, notes, onRetryFailed }: NotFoundProps) {
  const name = missingName(rows);
  const failed = rows.filter(({ hasFailed }) => hasFailed).length;
  return (
    <>
      <h3 className={styles.subheading}>{`${name}: ${formatNumber(rows.length)}`}</h3>
      <div className={styles.actions}>
        <CopyButton label={`Copy ${name.toLowerCase()}`} text={missingText(rows, notes)} />
        {failed > 0 && (
          <Button small onClick={onRetryFailed}>
            {`Retry ${formatNumber(failed)} failed`}
          </Button>
        )}
      </div>
      <DataTable
        // Always the same, for scripts and screen readers.
        label="Not found"
        look="lines"
        {...{ columns, rows }}
        keyOf={(_, index) => index}
        rowWindow={useRowWindow(rows.length, rowHeight)}
        style={{ maxHeight: textPixels(11 * rowHeight) }}
      />
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </>
  );
}
