import type { Database } from '../db/database.ts';
import { type HistoryLimits, historySince } from '../db/historyLimits.ts';
import type { RecordReader } from '../db/recordReads.ts';
import type { NotesLimits } from '../notes/notes.ts';
import { readGroups } from './groupLocks.ts';
import type { FleetScope, SimsScope } from './inventoryChecks.ts';
import { type FleetFigures, readFigures } from './inventoryFigures.ts';
import { readNeighbours, readThingsPage, type SimsQuery } from './inventoryThings.ts';
import { type GroupLock, readLockImpact } from './lockImpact.ts';
import type { Scans, KnownScans } from './scans.ts';

/**
 * Queries of the inventory, each limited to one customer. Their signals abort when the reader leaves.
 *
 * @param given.history limits for the lists of groups, which provide the locks
 */
export function createFleetQueries(
  database: Database,
  { known }: Pick<Scans, 'known'>,
  {
    history,
    notes,
  }: {
    readonly history: Pick<HistoryLimits, 'historyMs'>;
    readonly notes: NotesLimits;
  },
) {
  const simsOf = (
    customerId: string,
    { now, keptSince, complete }: Pick<KnownScans, 'now' | 'keptSince' | 'complete'>,
  ): SimsScope => ({
    kind: database.kind,
    customerId,
    now,
    foundSince: complete?.startedAt ?? 0,
    keptSince,
  });

  async function scopeOf(
    reader: RecordReader,
    customerId: string,
    scans: KnownScans,
  ): Promise<FleetScope> {
    const groups = await readGroups(reader, customerId, historySince(reader, history));
    const notesSince = scans.now - notes.notesMs;
    return { ...simsOf(customerId, scans), groups, notesSince };
  }

  async function ask<T>(
    customerId: string,
    signal: AbortSignal | undefined,
    read: (reader: RecordReader, scope: FleetScope) => Promise<T>,
  ): Promise<T> {
    const reader = database.reader({ customerId, signal });
    return read(reader, await scopeOf(reader, customerId, await known(customerId)));
  }

  return {
    /** @param scans from `Scans.known` */
    async figures(customerId: string, scans: KnownScans): Promise<FleetFigures> {
      const reader = database.reader({ customerId });
      const scope = await scopeOf(reader, customerId, scans);
      return readFigures(reader, scope, scans.latest?.startedAt ?? 0);
    },
    page: (customerId: string, query: SimsQuery, signal?: AbortSignal) =>
      ask(customerId, signal, (reader, scope) => readThingsPage(reader, scope, query)),
    /** Undefined if no list has shown the SIM. */
    neighbours: (customerId: string, iccid: string, signal?: AbortSignal) =>
      ask(customerId, signal, (reader, scope) => readNeighbours(reader, scope, iccid)),
    async lockImpact(customerId: string, lock: GroupLock, signal?: AbortSignal) {
      const scope = simsOf(customerId, await known(customerId));
      return readLockImpact(database.reader({ customerId, signal }), scope, lock);
    },
  };
}
