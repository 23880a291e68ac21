import type { RememberedNeighbours } from '#contract/fleetThings.ts';

import type { Database } from './database.ts';
import type { FleetScope } from './fleetChecks.ts';
import { type FleetFigures, readFigures } from './fleetFigures.ts';
import type { FleetReadings, KnownReadings } from './fleetReadings.ts';
import { readGroups } from './groupLocks.ts';
import { type HistoryLimits, historySince } from './historyLimits.ts';
import {
  readNeighbours,
  readThingsPage,
  type ThingsPage,
  type ThingsQuery,
} from './rememberedThings.ts';

/** What is asked of the fleet's memory; each statement is bound to one customer. */
export interface FleetQueries {
  /** @param readings as `FleetReadings.known` has them */
  figures(customerId: string, readings: KnownReadings): Promise<FleetFigures>;
  page(customerId: string, query: ThingsQuery): Promise<ThingsPage>;
  /** Undefined where no list has shown the SIM. */
  neighbours(customerId: string, iccid: string): Promise<RememberedNeighbours | undefined>;
}

/** @param history of the lists of groups, from which locks are known */
export function createFleetQueries(
  database: Database,
  { known }: Pick<FleetReadings, 'known'>,
  history: Pick<HistoryLimits, 'historyMs'>,
): FleetQueries {
  async function scopeOf(
    customerId: string,
    { now, keptSince, complete }: KnownReadings,
  ): Promise<FleetScope> {
    return {
      kind: database.kind,
      customerId,
      now,
      foundSince: complete?.startedAt ?? 0,
      keptSince,
      groups: await readGroups(database, customerId, historySince(database, history)),
    };
  }

  return {
    async figures(customerId, readings) {
      const scope = await scopeOf(customerId, readings);
      return readFigures(database, scope, readings.latest?.startedAt ?? 0);
    },
    async page(customerId, query) {
      return readThingsPage(database, await scopeOf(customerId, await known(customerId)), query);
    },
    async neighbours(customerId, iccid) {
      return readNeighbours(database, await scopeOf(customerId, await known(customerId)), iccid);
    },
  };
}
