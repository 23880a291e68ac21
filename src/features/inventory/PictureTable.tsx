import { shareWords } from '#api/inventoryWords.ts';
import { formatNumber } from '#lib/format.ts';
import { Link } from '#ui/Link.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';

import type { Picture, PictureRow } from './pictures.ts';
import { useFirstRows } from './useFirstRows.tsx';

import styles from './Pictures.module.css';

/** A chart of the fleet: a table with a bar beside each number. */
export function PictureTable({ picture, of }: { picture: Picture; of: number }) {
  const { id, heading, what, rows, note } = picture;
  const { shown, more } = useFirstRows(rows);
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
      {more}
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
