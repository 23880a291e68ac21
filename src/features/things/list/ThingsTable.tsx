import { useTable } from '@tanstack/react-table';

import type { ThingRecord } from '#api/things.ts';

import type { ThingsAddress } from '../address/thingsAddress.ts';
import { messages } from '../messages.ts';
import { features, thingColumns } from './thingColumns.tsx';

import styles from '#ui/table.module.css';

interface ThingsTableProps {
  things: readonly ThingRecord[];
  sort: ThingsAddress['sort'];
  onSort: (sort: ThingsAddress['sort']) => void;
  /** True while other rows are on their way. */
  busy: boolean;
}

/** Plain cells and one style sheet: seven hundred styled components would be slow to mount. */
export function ThingsTable({ things, sort, onSort, busy }: ThingsTableProps) {
  const table = useTable({ features, columns: thingColumns, data: things });
  return (
    // Focusable, so that the keyboard can scroll it sideways.
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={messages.heading}>
      <table aria-label={messages.heading} aria-busy={busy} className={styles.table}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) =>
                header.column.id === 'ThingName' ? (
                  <th key={header.id} scope="col" aria-sort={ariaSort(sort)}>
                    <button
                      type="button"
                      className={styles.sort}
                      onClick={() => onSort(nextSort(sort))}
                    >
                      <table.FlexRender header={header} />
                      <span aria-hidden="true">
                        {sort === 'ASC' ? '▲' : sort === 'DESC' ? '▼' : '↕'}
                      </span>
                    </button>
                  </th>
                ) : (
                  <th key={header.id} scope="col">
                    <table.FlexRender header={header} />
                  </th>
                ),
              )}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell, index) =>
                index === 0 ? (
                  <th key={cell.id} scope="row">
                    <table.FlexRender cell={cell} />
                  </th>
                ) : (
                  <td key={cell.id}>
                    <table.FlexRender cell={cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ariaSort(sort: ThingsAddress['sort']) {
  if (sort === undefined) return 'none';
  return sort === 'ASC' ? 'ascending' : 'descending';
}

/** Off, up, down, off. */
function nextSort(sort: ThingsAddress['sort']): ThingsAddress['sort'] {
  if (sort === undefined) return 'ASC';
  return sort === 'ASC' ? 'DESC' : undefined;
}
