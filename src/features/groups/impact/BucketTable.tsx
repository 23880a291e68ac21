import { useEffect, useState } from 'react';

import { nameLookup } from '#api/nameLookup.ts';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock, within } from '#lib/clock.ts';
import { absent, formatNumber } from '#lib/format.ts';
import { saveFile, type SavedFile } from '#lib/saveFile.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';

import type { LockAssessment } from './assessLock.ts';
import {
  impactLines,
  simsFile,
  simsFileName,
  type FileSubject,
  type ImpactLine,
} from './impactLines.ts';
import type { Sim } from './sim.ts';
import { tacOfSim } from './tacs.ts';

import styles from './Impact.module.css';

/** In milliseconds; a file without the models' names is better than none. */
const namesWaitMs = 3_000;

interface BucketTableProps {
  assessment: LockAssessment;
  subject: Omit<FileSubject, 'line'>;
}

/** The number of SIMs in each bucket; each row offers its SIMs as a list and as a file. */
export function BucketTable({ assessment, subject }: BucketTableProps) {
  const { records } = useUserServices().api;
  const [shown, setShown] = useState<string>();
  const [file, setFile] = useState<SavedFile>();
  const [isSaving, setSaving] = useState(false);
  useEffect(() => file?.forget, [file]);
  const lines = impactLines(assessment);
  const open = lines.find(({ id }) => id === shown);

  async function save({ name, sims }: ImpactLine) {
    if (isSaving) return;
    setSaving(true);
    const names = records && nameLookup(records);
    await within(systemClock, namesWaitMs, names?.learn(sims.map(tacOfSim)));
    const fileName = simsFileName({ ...subject, line: name });
    setFile(saveFile(simsFile(sims, assessment, names?.nameOf()), fileName));
    setSaving(false);
  }

  const columns: readonly DataColumn<ImpactLine>[] = [
    {
      header: 'Last known IMEI',
      rowHeader: true,
      cell: ({ name, isAcross }) => (
        <>
          {name}
          {isAcross && <span className={styles.note}> in any row above</span>}
        </>
      ),
    },
    { header: 'SIMs', numeric: true, cell: ({ sims }) => formatNumber(sims.length) },
    { header: 'of which suspended', numeric: true, cell: ({ suspended }) => suspended },
    {
      header: 'Actions',
      cell: (line) =>
        line.sims.length > 0 && (
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
              aria-disabled={isSaving}
              aria-label={`Save as CSV: ${line.name}`}
              onClick={async () => save(line)}
            >
              CSV
            </Button>
          </span>
        ),
    },
  ];

  return (
    <>
      <DataTable
        label="SIMs by last known IMEI"
        region={null}
        look="panel"
        columns={columns}
        rows={lines}
        keyOf={({ id }) => id}
        rowProps={({ isAcross }) => ({ className: isAcross ? styles.across : undefined })}
      />
      <p className={styles.note}>
        Each SIM is counted in one row. The “of which suspended” column shows how many of a row’s
        SIMs are suspended.
      </p>
      <p role="status" className={styles.file}>
        {isSaving ? 'Saving…' : file && `Saved as ${file.name}`}
      </p>
      {open && open.sims.length > 0 && <SimList key={open.id} name={open.name} sims={open.sims} />}
    </>
  );
}

const simColumns: readonly DataColumn<Sim>[] = [
  {
    header: 'ICCID',
    rowHeader: true,
    cell: ({ iccid }) => (
      <Link to={paths.thing(iccid)} target="_blank" rel="noopener">
        {iccid}
      </Link>
    ),
  },
  { header: 'Name', cell: ({ name }) => name || absent },
  { header: 'State', cell: ({ state }) => state ?? 'not reported' },
  { header: 'IMEI as reported', mono: true, cell: ({ reported }) => reported || absent },
];

/** Rows per page: ten thousand rows would freeze the page. */
const pageSize = 50;

/** The SIMs of one table row, page by page. */
function SimList({ name, sims }: { name: string; sims: readonly Sim[] }) {
  const [wanted, setWanted] = useState(0);
  const label = `SIMs: ${name}`;
  // After a change of prefix there may be fewer SIMs.
  const start = Math.min(wanted, Math.floor((sims.length - 1) / pageSize) * pageSize);
  const end = Math.min(start + pageSize, sims.length);
  const isFirst = start === 0;
  const isLast = end === sims.length;
  return (
    <div className={styles.list}>
      <h4>{label}</h4>
      <p className={styles.note}>ICCIDs open in a new tab.</p>
      <DataTable
        label={label}
        look="panel"
        className={styles.rows}
        columns={simColumns}
        rows={sims.slice(start, end)}
        keyOf={({ iccid }) => iccid}
      />
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
