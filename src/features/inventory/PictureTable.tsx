import { useState } from 'react';
import { Link } from 'react-router';

import { shareWords } from '#api/inventoryWords.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';

import type { Picture, PictureRow } from './pictures.ts';

import styles from './Pictures.module.css';

/** Rows that are shown before "Show all". */
const firstRows = 8;

/** A picture of the fleet: a table whose bars are beside the numbers that they show. */
export function PictureTable({ picture, of }: { picture: Picture; of: number }) {
  const { id, heading, what, rows, note } = picture;
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen || rows.length <= firstRows + 1 ? rows : rows.slice(0, firstRows);
  const most = Math.max(1, ...rows.map(({ sims }) => sims));
  return (
    <section aria-labelledby={`picture-${id}`} className={styles.picture}>
      <h3 id={`picture-${id}`}>{heading}</h3>
      <table aria-labelledby={`picture-${id}`} className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            {/* The bars say nothing that the numbers do not. */}
            <td aria-hidden="true" />
            <th scope="col" className={styles.number}>
              SIMs
            </th>
            <th scope="col" className={styles.number}>
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.key} row={row} most={most} of={of} />
          ))}
        </tbody>
      </table>
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

function Row({ row, most, of }: { row: PictureRow; most: number; of: number }) {
  const { label, to, sims, parts, isIdentifier } = row;
  return (
    <tr>
      <th scope="row" className={isIdentifier ? styles.identifier : undefined}>
        {sims > 0 ? <Link to={to}>{label}</Link> : label}
        {parts.length > 1 && <Parts row={row} />}
      </th>
      <td aria-hidden="true" className={styles.barCell}>
        <span className={styles.bar} style={{ width: `${(sims / most) * 100}%` }}>
          {parts.map(
            (part) =>
              part.sims > 0 && (
                <span
                  key={part.label}
                  className={styles[part.look]}
                  style={{ flexGrow: part.sims }}
                />
              ),
          )}
        </span>
      </td>
      <td className={styles.number}>{formatNumber(sims)}</td>
      <td className={styles.number}>{shareWords(sims, of)}</td>
    </tr>
  );
}

/** The parts of a bar in words, each with the pattern that it has in the bar. */
function Parts({ row: { parts } }: { row: PictureRow }) {
  return (
    <ul className={styles.parts}>
      {parts.map(({ label, sims, look, to }) => {
        const words = `${formatNumber(sims)} ${label}`;
        return (
          <li key={label}>
            <span aria-hidden="true" className={`${styles.swatch} ${styles[look]}`} />
            {to === undefined ? words : <Link to={to}>{words}</Link>}
          </li>
        );
      })}
    </ul>
  );
}
