import { useEffect, useEffectEvent, useMemo } from 'react';

import type { Api } from '#api/client.ts';
import { useJob } from '#api/jobs/useJob.ts';
import { keys } from '#api/keys.ts';
import { useUserServices } from '#api/userServices.tsx';
import { isImeiPrefix } from '#identifiers/imei.ts';
import { systemClock } from '#lib/clock.ts';

import { assessLock, impactOf, type Impact, type LockAssessment } from './assessLock.ts';
import { createGroupReader, readingOf, type GroupReader, type Reading } from './groupReader.ts';
import type { GroupIdentity } from './sim.ts';

/** A group to be locked. */
export interface GroupToLock extends GroupIdentity {
  /** As stored, not as edited in a form: the SIMs are found by this name. Empty if not reported. */
  readonly name: string;
  /** The group's `total`, whose meaning is not documented; undefined if missing. */
  readonly reportedTotal: number | undefined;
}

/** Root of the query keys for what the inventory says about locking a group. */
export const rememberedKey = (groupId: string) => [...keys.fleet, 'impact', groupId];

/** The impact of locking a group to a prefix, as far as known. */
export type LockImpact = ReturnType<typeof useLockImpact>;

/** SIMs are found by group name and sorted by a prefix of digits; without either the impact is unknown, not zero. */
const notKnown: Impact = { kind: 'partial', losing: 0, read: 0 };

/**
 * Reads the SIMs of a group while the component is mounted, and assesses a lock to the prefix, based on the last
 * known devices. A new prefix re-sorts the SIMs without reading them again.
 */
export function useLockImpact(group: GroupToLock, prefix: string) {
  const { api } = useUserServices();
  const { id, name } = group;
  const reader = useMemo(() => readerFor(api, { id, name }), [api, id, name]);
  const job = useJob('read the group’s SIMs', reader.job);
  const { state, wait, failure, cancel, resume, perform } = job;
  const reading = useMemo(() => readingOf(state), [state]);

  const read = useEffectEvent((next: GroupReader) => perform(next.read()));
  useEffect(() => {
    // After the user cancels, reading continues only on request.
    if (name !== '' && !readingOf(reader.job.getSnapshot()).isCancelled) read(reader);
  }, [reader, name]);

  const { sims } = reading;
  const assessment = useMemo(() => assessLock(sims, prefix), [sims, prefix]);

  return {
    group,
    prefix,
    /** Whether SIMs can be sorted by the prefix: 1 to 15 digits. */
    isPrefix: isImeiPrefix(prefix),
    reading,
    assessment,
    /** Undefined while the SIMs are being read. */
    impact: lockImpact(group, prefix, reading, assessment),
    wait,
    failure,
    cancel,
    resume,
    readAgain: () => perform(reader.readAgain()),
  };
}

/** @returns undefined while the SIMs are being read */
export function lockImpact(
  { name, reportedTotal }: GroupToLock,
  prefix: string,
  { step, report, unsure }: Reading,
  { losing, total }: LockAssessment,
): Impact | undefined {
  if (name === '' || !isImeiPrefix(prefix)) return notKnown;
  if (step !== 'ended' || !report) return undefined;
  return impactOf(report, { losing, read: total, unsure, reportedTotal });
}

/** How long a snapshot is reused, in milliseconds: SIMs move to other devices. */
const reuseMs = 5 * 60_000;

/** Readers, keyed by the API they use, so that their data is dropped with the user's session. */
const readersByApi = new WeakMap<Api, Map<string, GroupReader>>();

/** A confirmation reuses the snapshot of a preview on the page, and sends no further calls. */
export function readerFor(api: Api, group: GroupIdentity): GroupReader {
  const readers = readersByApi.get(api) ?? new Map<string, GroupReader>();
  readersByApi.set(api, readers);
  for (const [key, reader] of readers) {
    const { startedAt } = readingOf(reader.job.getSnapshot());
    if (startedAt !== undefined && systemClock.now() - startedAt > reuseMs) readers.delete(key);
  }
  const key = JSON.stringify([group.id, group.name]);
  const services = { things: api.things, clock: systemClock, random: Math.random };
  const reader = readers.get(key) ?? createGroupReader(services, group);
  readers.set(key, reader);
  return reader;
}
