import { sql } from 'kysely';

import type { Database } from '../db/database.ts';
import { removeAll } from '../db/removeSome.ts';
import { removePages } from './scanPages.ts';

/** Shows operators the customers with data, and erases a customer's data. */
export function createFleetRecords({ run }: Pick<Database, 'run'>) {
  return {
    /** Counts of the stored data about each customer's SIMs, by customer id. */
    async contents() {
      const things = await run((db) =>
        db
          .selectFrom('thingsSeen')
          .select(({ fn }) => ['customerId', fn.countAll<number>().as('count')])
          .select(({ fn }) => fn.max('answeredAt').as('newestAt'))
          .groupBy('customerId')
          .execute(),
      );
      const events = await countRows('thingEvents');
      const scans = await countRows('fleetReadings');
      const rows = [...things, ...events, ...scans];
      const customers = new Set(rows.map(({ customerId }) => customerId));
      return [...customers].toSorted().map((customerId) => {
        const isTheirs = (row: { customerId: string }) => row.customerId === customerId;
        const seen = things.find(isTheirs);
        return {
          customerId,
          things: seen?.count ?? 0,
          events: events.find(isTheirs)?.count ?? 0,
          /** Scans of the whole fleet: who started them, and the results of the checks. */
          scans: scans.find(isTheirs)?.count ?? 0,
          /** When the newest list arrived; null if no SIMs are left. */
          newestAt: seen?.newestAt ?? null,
        };
      });
    },

    /** Erases all of a customer's data. @returns how many rows of each kind were erased */
    async erase(customerId: string) {
      const where = sql<boolean>`customer_id = ${customerId}`;
      const events = await removeAll({ run }, { table: 'thingEvents', where });
      const scans = await removeAll({ run }, { table: 'fleetReadings', where });
      await removePages({ run });
      const things = await removeAll({ run }, { table: 'thingsSeen', where });
      return { things, events, scans };
    },
  };

  function countRows(table: 'thingEvents' | 'fleetReadings') {
    return run((db) =>
      db
        .selectFrom(table)
        .select(({ fn }) => ['customerId', fn.countAll<number>().as('count')])
        .groupBy('customerId')
        .execute(),
    );
  }
}
