import type { Database } from '../db/database.ts';
import { type HistoryLimits, historySince } from '../db/historyLimits.ts';
import type { RecordReader } from '../db/recordReads.ts';
import { readGroups } from './groupLocks.ts';
import type { FleetScope } from './inventoryChecks.ts';
import { type FleetFigures, readFigures } from './inventoryFigures.ts';
import { readNeighbours, readThingsPage, type SimsQuery } from './inventoryThings.ts';
import type { Scans, KnownScans } from './scans.ts';

/**
 * Queries of the inventory, each limited to one customer. Signals abort when the reader leaves.
 *
 * @param history limits for the lists of groups, which provide the locks
 */
export function createFleetQueries(
  database: Database,
  { known }: Pick<Scans, 'known'>,
  history: Pick<HistoryLimits, 'historyMs'>,
) {
  async function scopeOf(
    reader: RecordReader,
    customerId: string,
    { now, keptSince, complete }: KnownScans,
  ): Promise<FleetScope> {
    return {
      kind: database.kind,
      customerId,
      now,
      foundSince: complete?.startedAt ?? 0,
      keptSince,
      groups: await readGroups(reader, customerId, historySince(reader, history)),
    };
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
  };
}
