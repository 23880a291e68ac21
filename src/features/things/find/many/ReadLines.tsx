import { useState } from 'react';

import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { Notice } from '#ui/Notice.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { textPixels } from '#ui/textPixels.ts';
import { useRowWindow } from '#ui/useRowWindow.ts';

import { isIdentifier, type FindState } from './findStore.ts';
import type { ListItem } from './readList.ts';
import { kindCounts, readAs, readReason } from './words.ts';

import styles from './FindMany.module.css';

/** The assumed height in CSS pixels, until a row has been measured. */
const rowHeight = 33;

interface ReadLinesProps {
  parsed: FindState['parsed'];
  /** Moves the cursor to this line in the text. */
  onGoToLine: (line: number) => void;
}

/** The interpretation of each line, shown before anything is sent. */
export function ReadLines({ parsed, onGoToLine }: ReadLinesProps) {
  const [onlyProblems, setOnlyProblems] = useState(false);
  if (!parsed) return <p role="status">Reading the list…</p>;
  const { items, leftOut } = parsed;
  const good = items.filter(isIdentifier);
  const problems = items.filter((item) => !isIdentifier(item) || item.isRounded);
  const shown = onlyProblems && problems.length > 0 ? problems : items;
  if (items.length === 0) {
    return <p className={styles.empty}>The interpretation of each line will be shown here.</p>;
  }
  return (
    <div className={styles.read}>
      <p role="status" className={styles.summary}>
        <strong>{counted(good.length, 'identifier')}</strong>
        {good.length > 0 && ` (${kindCounts(good)})`}
        {problems.length > 0 && `; ${formatNumber(problems.length)} to check`}
      </p>
      {problems.length > 0 && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={onlyProblems}
            onChange={(event) => setOnlyProblems(event.target.checked)}
          />
          Show only lines to check
        </label>
      )}
      {leftOut > 0 && (
        <Notice tone="warning">
          {`Only the first 5,000 identifiers are read. ${counted(leftOut, 'line')} at the end ${leftOut === 1 ? 'is' : 'are'} left out.`}
        </Notice>
      )}
      <LinesTable items={shown} onGoToLine={onGoToLine} />
    </div>
  );
}

interface LinesTableProps {
  items: readonly ListItem[];
  onGoToLine: (line: number) => void;
}

function LinesTable({ items, onGoToLine }: LinesTableProps) {
  const columns: readonly DataColumn<ListItem>[] = [
    {
      header: 'Line',
      width: 64,
      rowHeader: true,
      cell: ({ line }) => (
        <button
          type="button"
          className={styles.line}
          aria-label={`Edit line ${line}`}
          onClick={() => onGoToLine(line)}
        >
          {line}
        </button>
      ),
    },
    { header: 'Text', width: 220, mono: true, title: ({ text }) => text, cell: ({ text }) => text },
    {
      header: 'Read as',
      width: 320,
      title: (item) => readReason(item) ?? readAs(item),
      cell: readAs,
    },
  ];
  return (
    <DataTable
      label="What was read"
      look="lines"
      columns={columns}
      rows={items}
      keyOf={(_, index) => index}
      rowProps={(item) => ({ 'data-problem': !isIdentifier(item) || undefined })}
      rowWindow={useRowWindow(items.length, rowHeight)}
      style={{ maxHeight: textPixels(10 * rowHeight) }}
    />
  );
}
