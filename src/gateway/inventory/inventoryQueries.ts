import type { Database } from '../db/database.ts';
import type { HistoryLimits } from '../db/historyLimits.ts';
import type { RecordReader } from '../db/recordReads.ts';
import type { NotesLimits } from '../notes/notes.ts';
import { readGroups } from './groupLocks.ts';
import type { FleetScope, SimsScope } from './inventoryChecks.ts';
import { type FleetFigures, readFigures } from './inventoryFigures.ts';
import { readNeighbours, readThingsPage, type SimsQuery } from './inventoryThings.ts';
import { type GroupLock, readLockImpact } from './lockImpact.ts';
import type { Scans, KnownScans } from './scans.ts';

/** How long the data that inventory queries depend on is kept. */
interface QueryLimits {
  /** For the lists of groups, which provide the locks. */
  readonly history: HistoryLimits;
  readonly notes: NotesLimits;
}

/** The scan that determines which SIMs count as found, and the time. */
type ScopeScans = Pick<KnownScans, 'now' | 'keptSince'> & {
  readonly complete: { readonly startedAt: number } | null;
};

export type FleetScopes = ReturnType<typeof createFleetScopes>;

/** What inventory queries are about. */
export function createFleetScopes(database: Database, { history, notes }: QueryLimits) {
  const simsOf = (customerId: string, { now, keptSince, complete }: ScopeScans): SimsScope => ({
    kind: database.kind,
    customerId,
    now,
    foundSince: complete?.startedAt ?? 0,
    keptSince,
  });
  const groupsOf = (reader: RecordReader, customerId: string) =>
    readGroups(reader, customerId, history);
  return {
    simsOf,
    groupsOf,
    async scopeOf(
      reader: RecordReader,
      customerId: string,
      scans: ScopeScans,
    ): Promise<FleetScope> {
      const groups = await groupsOf(reader, customerId);
      const notesSince = scans.now - notes.notesMs;
      return { ...simsOf(customerId, scans), groups, notesSince };
    },
  };
}

/** Inventory queries, each limited to one customer. Their signals abort when the reader leaves. */
export function createFleetQueries(
  database: Database,
  { known }: Pick<Scans, 'known'>,
  limits: QueryLimits,
) {
  const { simsOf, scopeOf } = createFleetScopes(database, limits);

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
      const reader = database.reader({ customerId, isScanEnd: true });
      const scope = await scopeOf(reader, customerId, scans);
      return readFigures(reader, scope);
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
