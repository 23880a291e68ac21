import { useState } from 'react';

import { shareWords } from '#api/inventoryWords.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';

import type { Picture, PictureRow } from './pictures.ts';

import styles from './Pictures.module.css';

/** The number of rows shown before "Show all". */
const firstRows = 8;

/** A chart of the fleet: a table with a bar beside each number. */
export function PictureTable({ picture, of }: { picture: Picture; of: number }) {
  const { id, heading, what, rows, note } = picture;
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen || rows.length <= firstRows + 1 ? rows : rows.slice(0, firstRows);
  const most = Math.max(1, ...rows.map(({ sims }) => sims));
  const columns: readonly DataColumn<PictureRow>[] = [
    {
      header: what,
      rowHeader: true,
      cell: (row) => (
        <>
          {row.sims > 0 ? <Link to={row.to}>{row.label}</Link> : row.label}
          {row.name !== undefined && <span className={styles.name}> {row.name}</span>}
        </>
      ),
    },
    {
      id: 'bar',
      header: '',
      isDecoration: true,
      className: styles.barCell,
      cell: (row) => <Bar row={row} most={most} />,
    },
    { header: 'SIMs', numeric: true, cell: ({ sims }) => formatNumber(sims) },
    { header: 'Share', numeric: true, cell: ({ sims }) => shareWords(sims, of) },
  ];
  return (
    <section aria-labelledby={`picture-${id}`} className={styles.picture}>
      <h3 id={`picture-${id}`}>{heading}</h3>
      <DataTable
        labelledBy={`picture-${id}`}
        region={null}
        look="bare"
        tableClassName={styles.table}
        columns={columns}
        rows={shown}
        keyOf={({ key }) => key}
        rowProps={({ isIdentifier }) => ({
          className: isIdentifier ? styles.identifier : undefined,
        })}
      />
      {rows.length === 0 && <p className={styles.quiet}>Nothing is known yet.</p>}
      {shown.length < rows.length && (
        <Button small variant="quiet" onClick={() => setOpen(true)}>
          {`Show all ${formatNumber(rows.length)}`}
        </Button>
      )}
      {note !== undefined && <p className={styles.quiet}>{note}</p>}
    </section>
  );
}

/** Decorative: the numbers give the same information. */
function Bar({ row: { sims, look }, most }: { row: PictureRow; most: number }) {
  return (
    <span className={styles.bar} style={{ width: `${(sims / most) * 100}%` }}>
      {sims > 0 && <span className={styles[look]} />}
    </span>
  );
}
