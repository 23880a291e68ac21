import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { QuotingText } from '#ui/ServiceWords.tsx';
import { useRowWindow } from '#ui/useRowWindow.ts';
import { VirtualTable } from '#ui/VirtualTable.tsx';

import { missingText, type MissingRow } from './foundRows.ts';

import styles from './FindMany.module.css';

const columns = [
  { id: 'line', head: 'Line', width: 64 },
  { id: 'text', head: 'Text', width: 240 },
  { id: 'why', head: 'Why', width: 620 },
];

/** In CSS pixels, until a row was measured. */
const rowHeight = 33;

interface NotFoundProps {
  rows: readonly MissingRow[];
  /** What has to be known of the reasons. */
  notes: readonly string[];
  onRetryFailed: () => void;
}

/** What was not found, with the reasons. */
export function NotFoundTable({ rows, notes, onRetryFailed }: NotFoundProps) {
  const failed = rows.filter(({ hasFailed }) => hasFailed).length;
  return (
    <>
      <h3 className={styles.subheading}>{`Not found: ${formatNumber(rows.length)}`}</h3>
      <div className={styles.actions}>
        <CopyButton label="Copy not found" text={missingText(rows, notes)} />
        {failed > 0 && (
          <Button small onClick={onRetryFailed}>
            {`Look up ${formatNumber(failed)} failed again`}
          </Button>
        )}
      </div>
      <VirtualTable
        label="Not found"
        count={rows.length}
        columns={columns}
        rows={useRowWindow(rows.length, rowHeight)}
        maxHeight={11 * rowHeight}
        renderRow={(index) => {
          const row = rows[index];
          return (
            row && (
              <tr key={index} aria-rowindex={index + 2}>
                <td>{row.line}</td>
                <td className={styles.mono} title={row.text}>
                  {row.text}
                </td>
                <td title={row.why}>
                  <QuotingText text={row.why} quote={row.said} />
                </td>
              </tr>
            )
          );
        }}
      />
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </>
  );
}
