import { useState } from 'react';
import { Link } from 'react-router';

import { absent } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';

import { impactMessages } from './impactMessages.ts';
import type { Sim } from './sim.ts';

import styles from './Impact.module.css';

/** Rows at a time: ten thousand in one piece would hold the page up. */
const pageSize = 50;

/** The SIMs of one line of the table, page by page. */
export function SimList({ name, sims }: { name: string; sims: readonly Sim[] }) {
  const [wanted, setWanted] = useState(0);
  const { columns, label } = { columns: impactMessages.list, label: impactMessages.listOf(name) };
  // Another prefix may have left fewer SIMs than there were.
  const start = Math.min(wanted, Math.floor((sims.length - 1) / pageSize) * pageSize);
  const end = Math.min(start + pageSize, sims.length);
  const isFirst = start === 0;
  const isLast = end === sims.length;
  return (
    <div className={styles.list}>
      <h4>{label}</h4>
      <p className={styles.note}>{impactMessages.listHint}</p>
      <div
        className={`${styles.scroller} ${styles.rows}`}
        role="region"
        aria-label={label}
        tabIndex={0}
      >
        <table className={styles.table} aria-label={label}>
          <thead>
            <tr>
              {Object.values(columns).map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sims.slice(start, end).map((sim) => (
              <tr key={sim.iccid}>
                <th scope="row">
                  <Link to={paths.thing(sim.iccid)} target="_blank" rel="noopener">
                    {sim.iccid}
                  </Link>
                </th>
                <td>{sim.name || absent}</td>
                <td>{sim.state ?? impactMessages.notReported}</td>
                <td className={styles.mono}>{sim.reported || absent}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.end}>
        <p role="status">{impactMessages.range(start + 1, end, sims.length)}</p>
        {sims.length > pageSize && (
          <>
            <Button
              small
              aria-disabled={isFirst}
              onClick={() => !isFirst && setWanted(start - pageSize)}
            >
              {impactMessages.previous}
            </Button>
            <Button
              small
              aria-disabled={isLast}
              onClick={() => !isLast && setWanted(start + pageSize)}
            >
              {impactMessages.next}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
