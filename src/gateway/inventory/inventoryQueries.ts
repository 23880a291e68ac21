import type { RememberedNeighbours } from '#contract/inventoryThings.ts';

import type { Database } from '../db/database.ts';
import { type HistoryLimits, historySince } from '../db/historyLimits.ts';
import type { RecordReader } from '../db/recordReads.ts';
import { readGroups } from './groupLocks.ts';
import type { FleetScope } from './inventoryChecks.ts';
import { type FleetFigures, readFigures } from './inventoryFigures.ts';
import {
  readNeighbours,
  readThingsPage,
  type ThingsPage,
  type ThingsQuery,
} from './inventoryThings.ts';
import type { FleetReadings, KnownReadings } from './scans.ts';

/**
 * What is asked of the fleet's memory; each statement is bound to one customer. A signal is that of somebody who may
 * leave.
 */
export interface FleetQueries {
  /** @param readings as `FleetReadings.known` has them */
  figures(customerId: string, readings: KnownReadings): Promise<FleetFigures>;
  page(customerId: string, query: ThingsQuery, signal?: AbortSignal): Promise<ThingsPage>;
  /** Undefined where no list has shown the SIM. */
  neighbours(
    customerId: string,
    iccid: string,
    signal?: AbortSignal,
  ): Promise<RememberedNeighbours | undefined>;
}

/** @param history of the lists of groups, from which locks are known */
export function createFleetQueries(
  database: Database,
  { known }: Pick<FleetReadings, 'known'>,
  history: Pick<HistoryLimits, 'historyMs'>,
): FleetQueries {
  async function scopeOf(
    reader: RecordReader,
    customerId: string,
    { now, keptSince, complete }: KnownReadings,
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

  return {
    async figures(customerId, readings) {
      const reader = database.reader({ customerId });
      const scope = await scopeOf(reader, customerId, readings);
      return readFigures(reader, scope, readings.latest?.startedAt ?? 0);
    },
    async page(customerId, query, signal) {
      const reader = database.reader({ customerId, signal });
      const scope = await scopeOf(reader, customerId, await known(customerId));
      return readThingsPage(reader, scope, query);
    },
    async neighbours(customerId, iccid, signal) {
      const reader = database.reader({ customerId, signal });
      const scope = await scopeOf(reader, customerId, await known(customerId));
      return readNeighbours(reader, scope, iccid);
    },
  };
}
