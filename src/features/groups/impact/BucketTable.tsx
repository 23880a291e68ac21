import { useEffect, useState } from 'react';

import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { saveFile, type SavedFile } from '#ui/saveFile.ts';

import type { LockAssessment } from './assessLock.ts';
import { assessmentLines, type AssessmentLine } from './assessmentLines.ts';
import { simsFile, simsFileName, type FileSubject } from './impactFile.ts';
import { impactMessages } from './impactMessages.ts';
import { SimList } from './SimList.tsx';

import styles from './Impact.module.css';

interface BucketTableProps {
  assessment: LockAssessment;
  subject: Omit<FileSubject, 'line'>;
}

/** How many SIMs are where, each line with its SIMs as a list and as a file. */
export function BucketTable({ assessment, subject }: BucketTableProps) {
  const [shown, setShown] = useState<string>();
  const [file, setFile] = useState<SavedFile>();
  useEffect(() => file?.forget, [file]);
  const lines = assessmentLines(assessment);
  const open = lines.find(({ id }) => id === shown);
  const { columns } = impactMessages;

  function save({ name, sims }: AssessmentLine) {
    const fileName = simsFileName({ ...subject, line: name });
    setFile(saveFile(simsFile(sims, assessment), fileName));
  }

  return (
    <>
      <div className={styles.scroller}>
        <table className={styles.table} aria-label={impactMessages.table}>
          <thead>
            <tr>
              <th scope="col">{columns.bucket}</th>
              <th scope="col" className={styles.number}>
                {columns.sims}
              </th>
              <th scope="col" className={styles.number}>
                {columns.suspended}
              </th>
              <th scope="col">{columns.actions}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id} className={line.isAcross ? styles.across : undefined}>
                <th scope="row">
                  {line.name}
                  {line.isAcross && (
                    <span className={styles.note}> {impactMessages.acrossLines}</span>
                  )}
                </th>
                <td className={styles.number}>{formatNumber(line.sims.length)}</td>
                <td className={styles.number}>{line.suspended}</td>
                <td>
                  {line.sims.length > 0 && (
                    <span className={styles.actions}>
                      <Button
                        small
                        aria-expanded={shown === line.id}
                        aria-label={impactMessages.show(line.name)}
                        onClick={() => setShown(shown === line.id ? undefined : line.id)}
                      >
                        {impactMessages.showShort}
                      </Button>
                      <Button
                        small
                        aria-label={impactMessages.csv(line.name)}
                        onClick={() => save(line)}
                      >
                        {impactMessages.csvShort}
                      </Button>
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>{impactMessages.tableHint}</p>
      <p role="status" className={styles.file}>
        {file && impactMessages.saved(file.name)}
      </p>
      {open && open.sims.length > 0 && <SimList key={open.id} name={open.name} sims={open.sims} />}
    </>
  );
}
