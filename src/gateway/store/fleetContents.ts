import type { Database } from './database.ts';
import { historySweepSize } from './groupChanges.ts';

/** What is remembered of one customer's SIMs. */
export interface FleetContents {
  readonly customerId: string;
  readonly things: number;
  readonly events: number;
  /** When the newest list was answered; null where only changes are left. */
  readonly newestAt: number | null;
}

/** For operators: of whom something is remembered, and an end to it. */
export interface FleetRecords {
  /** By customer id. */
  contents(): Promise<readonly FleetContents[]>;
  /** Erases all that is remembered of a customer. @returns how many SIMs and changes that were */
  erase(customerId: string): Promise<{ readonly things: number; readonly events: number }>;
}

export function createFleetRecords({ run }: Pick<Database, 'run'>): FleetRecords {
  return {
    async contents() {
      const things = await run((db) =>
        db
          .selectFrom('thingsSeen')
          .select(({ fn }) => ['customerId', fn.countAll<number>().as('count')])
          .select(({ fn }) => fn.max('answeredAt').as('newestAt'))
          .groupBy('customerId')
          .execute(),
      );
      const events = await run((db) =>
        db
          .selectFrom('thingEvents')
          .select(({ fn }) => ['customerId', fn.countAll<number>().as('count')])
          .groupBy('customerId')
          .execute(),
      );
      const customers = new Set([...things, ...events].map(({ customerId }) => customerId));
      return [...customers].toSorted().map((customerId) => {
        const isTheirs = (row: { customerId: string }) => row.customerId === customerId;
        const seen = things.find(isTheirs);
        return {
          customerId,
          things: seen?.count ?? 0,
          events: events.find(isTheirs)?.count ?? 0,
          newestAt: seen?.newestAt ?? null,
        };
      });
    },

    async erase(customerId) {
      const events = await inPieces(async () => {
        const { numDeletedRows } = await run((db) =>
          db
            .deleteFrom('thingEvents')
            .where('id', 'in', (query) =>
              query
                .selectFrom('thingEvents')
                .select('id')
                .where('customerId', '=', customerId)
                .limit(historySweepSize),
            )
            .executeTakeFirstOrThrow(),
        );
        return Number(numDeletedRows);
      });
      const things = await inPieces(async () => {
        const { numDeletedRows } = await run((db) =>
          db
            .deleteFrom('thingsSeen')
            .where('customerId', '=', customerId)
            .where('iccid', 'in', (query) =>
              query
                .selectFrom('thingsSeen')
                .select('iccid')
                .where('customerId', '=', customerId)
                .limit(historySweepSize),
            )
            .executeTakeFirstOrThrow(),
        );
        return Number(numDeletedRows);
      });
      return { things, events };
    },
  };
}

/** Statements that are short each, so that others get their turn. */
async function inPieces(remove: () => Promise<number>): Promise<number> {
  let count = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- until the last ones are gone
    const removed = await remove();
    count += removed;
    if (removed < historySweepSize) return count;
  }
}
