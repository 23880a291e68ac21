import { useEffect, useState } from 'react';
import { Link } from 'react-router';

import { absent, formatNumber } from '#lib/format.ts';
import { saveFile, type SavedFile } from '#lib/saveFile.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';

import type { LockAssessment } from './assessLock.ts';
import {
  impactLines,
  simsFile,
  simsFileName,
  type FileSubject,
  type ImpactLine,
} from './impactLines.ts';
import type { Sim } from './sim.ts';

import styles from './Impact.module.css';

interface BucketTableProps {
  assessment: LockAssessment;
  subject: Omit<FileSubject, 'line'>;
}

/** How many SIMs are in each bucket; each line has its SIMs as a list and as a file. */
export function BucketTable({ assessment, subject }: BucketTableProps) {
  const [shown, setShown] = useState<string>();
  const [file, setFile] = useState<SavedFile>();
  useEffect(() => file?.forget, [file]);
  const lines = impactLines(assessment);
  const open = lines.find(({ id }) => id === shown);

  function save({ name, sims }: ImpactLine) {
    const fileName = simsFileName({ ...subject, line: name });
    setFile(saveFile(simsFile(sims, assessment), fileName));
  }

  return (
    <>
      <div className={styles.scroller}>
        <table className={styles.table} aria-label="SIMs by last known IMEI">
          <thead>
            <tr>
              <th scope="col">Last known IMEI</th>
              <th scope="col" className={styles.number}>
                SIMs
              </th>
              <th scope="col" className={styles.number}>
                of these suspended
              </th>
              <th scope="col">List and file</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id} className={line.isAcross ? styles.across : undefined}>
                <th scope="row">
                  {line.name}
                  {line.isAcross && <span className={styles.note}> in any line above</span>}
                </th>
                <td className={styles.number}>{formatNumber(line.sims.length)}</td>
                <td className={styles.number}>{line.suspended}</td>
                <td>
                  {line.sims.length > 0 && (
                    <span className={styles.actions}>
                      <Button
                        small
                        aria-expanded={shown === line.id}
                        aria-label={`Show SIMs: ${line.name}`}
                        onClick={() => setShown(shown === line.id ? undefined : line.id)}
                      >
                        Show
                      </Button>
                      <Button
                        small
                        aria-label={`Save as CSV: ${line.name}`}
                        onClick={() => save(line)}
                      >
                        CSV
                      </Button>
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>
        Each SIM is in one of these lines. Suspended SIMs are counted in their line, and once more
        in the column beside it.
      </p>
      <p role="status" className={styles.file}>
        {file && `Saved as ${file.name}`}
      </p>
      {open && open.sims.length > 0 && <SimList key={open.id} name={open.name} sims={open.sims} />}
    </>
  );
}

/** Rows at a time: ten thousand at once would freeze the page. */
const pageSize = 50;

/** The SIMs of one line of the table, page by page. */
function SimList({ name, sims }: { name: string; sims: readonly Sim[] }) {
  const [wanted, setWanted] = useState(0);
  const label = `SIMs: ${name}`;
  // Another prefix may have left fewer SIMs than there were.
  const start = Math.min(wanted, Math.floor((sims.length - 1) / pageSize) * pageSize);
  const end = Math.min(start + pageSize, sims.length);
  const isFirst = start === 0;
  const isLast = end === sims.length;
  return (
    <div className={styles.list}>
      <h4>{label}</h4>
      <p className={styles.note}>ICCIDs open in a new tab.</p>
      <div
        className={`${styles.scroller} ${styles.rows}`}
        role="region"
        aria-label={label}
        tabIndex={0}
      >
        <table className={styles.table} aria-label={label}>
          <thead>
            <tr>
              {['ICCID', 'Name', 'State', 'IMEI as reported'].map((head) => (
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
                <td>{sim.state ?? 'not reported'}</td>
                <td className={styles.mono}>{sim.reported || absent}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.end}>
        <p role="status">{`${formatNumber(start + 1)}–${formatNumber(end)} of ${formatNumber(sims.length)}`}</p>
        {sims.length > pageSize && (
          <>
            <Button
              small
              aria-disabled={isFirst}
              onClick={() => !isFirst && setWanted(start - pageSize)}
            >
              Previous SIMs
            </Button>
            <Button
              small
              aria-disabled={isLast}
              onClick={() => !isLast && setWanted(start + pageSize)}
            >
              Next SIMs
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
