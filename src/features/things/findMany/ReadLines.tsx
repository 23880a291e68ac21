import { useState } from 'react';

import { formatNumber } from '#lib/format.ts';
import { Notice } from '#ui/Notice.tsx';

import { isIdentifier, type FindState } from './findStore.ts';
import type { ListItem } from './readList.ts';
import { VirtualTable } from './VirtualTable.tsx';
import { counted, kindCounts, readAs, readReason } from './words.ts';

import styles from './FindMany.module.css';

const heads = [
  { name: 'Line', width: 64 },
  { name: 'Text', width: 220 },
  { name: 'Read as', width: 320 },
];

interface ReadLinesProps {
  reading: FindState['reading'];
  /** Moves the cursor to a line of the text. */
  onGoToLine: (line: number) => void;
}

/** What each line was read as, before anything is sent. */
export function ReadLines({ reading, onGoToLine }: ReadLinesProps) {
  const [onlyProblems, setOnlyProblems] = useState(false);
  if (!reading) return <p role="status">Reading the list…</p>;
  const { items, leftOut } = reading;
  const good = items.filter(isIdentifier);
  const problems = items.filter((item) => !isIdentifier(item) || item.isRounded);
  const shown = onlyProblems && problems.length > 0 ? problems : items;
  if (items.length === 0) {
    return <p className={styles.empty}>Each line is shown here as what it was read as.</p>;
  }
  return (
    <section aria-label="What was read" className={styles.read}>
      <p role="status" className={styles.summary}>
        <strong>{counted(good.length, 'identifier')}</strong>
        {good.length > 0 && ` (${kindCounts(good)})`}
        {problems.length > 0 && `; ${formatNumber(problems.length)} to look at`}
      </p>
      {problems.length > 0 && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={onlyProblems}
            onChange={(event) => setOnlyProblems(event.target.checked)}
          />
          Only those to look at
        </label>
      )}
      {leftOut > 0 && (
        <Notice tone="warning">
          {`Only the first 5,000 identifiers are read: ${counted(leftOut, 'line')} at the end ${leftOut === 1 ? 'is' : 'are'} left out.`}
        </Notice>
      )}
      <VirtualTable
        label="What was read"
        rows={shown}
        heads={heads}
        rowHeight={32}
        maxRows={9}
        renderRow={(item, index) => (
          <ReadRow key={index} item={item} index={index} onGoToLine={onGoToLine} />
        )}
      />
    </section>
  );
}

interface ReadRowProps {
  item: ListItem;
  index: number;
  onGoToLine: (line: number) => void;
}

function ReadRow({ item, index, onGoToLine }: ReadRowProps) {
  const words = readAs(item);
  return (
    <tr aria-rowindex={index + 2} data-problem={!isIdentifier(item) || undefined}>
      <td>
        <button
          type="button"
          className={styles.line}
          aria-label={`Edit line ${item.line}`}
          onClick={() => onGoToLine(item.line)}
        >
          {item.line}
        </button>
      </td>
      <td className={styles.mono} title={item.text}>
        {item.text}
      </td>
      <td title={readReason(item) ?? words}>{words}</td>
    </tr>
  );
}
