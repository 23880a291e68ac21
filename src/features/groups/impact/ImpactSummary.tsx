import type { ReactNode } from 'react';

import { isWhole } from '#api/scan/scan.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';

import { ImpactBar, impactParts } from './ImpactBar.tsx';
import type { LockImpact } from './useLockImpact.ts';

import styles from './Impact.module.css';

/** How many SIMs may lose service: the figure, the chart, and why the figure may be too low. */
export function ImpactSummary({ lock, note }: { lock: LockImpact; note?: ReactNode }) {
  const { assessment, impact } = lock;
  const { losing, total } = assessment;
  // Keeps its place, so that the first page moves no button away from under the pointer.
  const isAwaited = !impact && total === 0;
  return (
    <div className={isAwaited ? `${styles.summary} ${styles.awaited}` : styles.summary}>
      {/* Announced once, when reading has ended: growing figures are only shown. */}
      <p role="status" className={styles.headline}>
        {impact && headline(lock)}
      </p>
      {!impact && (
        <p className={styles.headline}>
          {`${formatNumber(losing)} of ${counted(total, 'SIM')} read so far may lose service.`}
        </p>
      )}
      {note}
      {(total > 0 || isAwaited) && <ImpactBar parts={impactParts(assessment)} />}
      <Doubts words={gaps(lock)} />
    </div>
  );
}

/** Explains what the figure counts and compares, and what cannot be known. */
export function ImpactNotes({ lock }: { lock: LockImpact }) {
  const { assessment, impact, group } = lock;
  return (
    <>
      <p className={styles.note}>
        Devices whose IMEI does not begin with the prefix may lose service. A lock is checked when a
        session starts, so current sessions may continue. This preview uses the last known IMEI of
        each SIM. The SIM may be in another device now, and some networks report no IMEI.
      </p>
      {assessment.total > 0 && (
        <p className={styles.note}>
          This counts SIMs whose last known IMEI does not match the prefix, is missing, or cannot be
          read. Suspended SIMs are not counted because they have no service now.
        </p>
      )}
      {impact && group.reportedTotal !== undefined && (
        <p>
          {`The group list reports a total of ${formatNumber(group.reportedTotal)} for this group. The API document does not say what it counts.`}
        </p>
      )}
      <Doubts words={caveats(lock)} />
    </>
  );
}

/** @param props.words each sentence is shown only if it applies */
function Doubts({ words }: { words: readonly (string | false)[] }) {
  const doubts = words.filter((doubt) => doubt !== false);
  if (doubts.length === 0) return null;
  return (
    <ul className={styles.doubts}>
      {doubts.map((doubt) => (
        <li key={doubt}>{doubt}</li>
      ))}
    </ul>
  );
}

const maybeMore = 'There may be more.';

function headline({ assessment, impact, reading }: LockImpact): string {
  const { losing, total } = assessment;
  const isComplete = impact?.kind === 'complete';
  const count = formatNumber(losing);
  if (total === 0) {
    return isComplete
      ? 'The service lists no SIMs for this group.'
      : 'No SIMs in this group were read, so the number that may lose service is unknown.';
  }
  if (reading.unsure > 0) {
    const words = `${count} of ${counted(total, 'SIM')} found by this group’s name may lose service. It is unknown which of them are in this group.`;
    return reading.report && isWhole(reading.report) ? words : `${words} ${maybeMore}`;
  }
  if (!isComplete) {
    return `At least ${count} of ${counted(total, 'SIM')} read may lose service. ${maybeMore}`;
  }
  return losing === 0
    ? `None of ${counted(total, 'SIM')} is known to lose service. Each is suspended or was last seen in a device that matches the prefix.`
    : `${count} of ${counted(total, 'SIM')} may lose service.`;
}

/** Why SIMs may be missing from the figure, or counted in it without belonging to the group. */
function gaps({ reading }: LockImpact) {
  const { unsure, duplicates, unreadable, shifts } = reading;
  return [
    duplicates > 0 &&
      `The list changed while it was being read: ${counted(duplicates, 'SIM')} appeared twice and ${duplicates === 1 ? 'was' : 'were'} counted once, so others may be missing. “Read again” starts over.`,
    duplicates === 0 &&
      shifts > 0 &&
      'The list changed while it was being read, so SIMs may be missing. “Read again” starts over.',
    unreadable > 0 &&
      `${counted(unreadable, 'record')} could not be read and ${unreadable === 1 ? 'is' : 'are'} not counted.`,
    unsure > 0 &&
      `The service reports no group for ${counted(unsure, 'SIM')}, so SIMs in groups with similar names may be counted here.`,
  ];
}

/** Caveats that always apply, or that explain a complete figure. */
function caveats({ reading, prefix }: LockImpact) {
  const { unsure, others, report } = reading;
  return [
    unsure > 0 &&
      'The service does not say whether a search by group name also finds groups with similar names.',
    others > 0 &&
      `${counted(others, 'SIM')} in other groups ${others === 1 ? 'was' : 'were'} found by this group’s name and left out.`,
    prefix.length === 15 &&
      'A 15-digit prefix includes the check digit. IMEIs of 14 or 16 digits do not have it and are counted as not matching.',
    report !== undefined &&
      'The list can change while it is being read: SIMs that are added, removed or renamed may be missed.',
  ];
}
