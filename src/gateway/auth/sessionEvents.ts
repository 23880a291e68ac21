import { type Selectable, sql } from 'kysely';

import type { Database } from '../db/database.ts';
import { type HistoryLimits, historySince } from '../db/historyLimits.ts';
import { removeSome } from '../db/removeSome.ts';
import type { Tables } from '../db/tables.ts';

/** A sign-in, a sign-out or the end of a session, without secrets. */
export type SessionEvent = Selectable<Tables['sessionEvents']>;

/** An event's key in list order. */
export type EventKey = Pick<SessionEvent, 'at' | 'id'>;

const day = 24 * 60 * 60_000;

/** Sign-ins and sign-outs, for operators (C6). */
export function createSessionEvents(database: Database, limits: HistoryLimits) {
  const { now } = database;

  return {
    async add(event: Omit<SessionEvent, 'id' | 'at'>): Promise<void> {
      const id = crypto.randomUUID();
      await database.run((db) =>
        db
          .insertInto('sessionEvents')
          .values({ id, at: now(), ...event })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute(),
      );
    },

    /** Whether a user with this name has ever signed in, as far back as events are kept. */
    async hasSignedIn(username: string): Promise<boolean> {
      const found = await database.run((db) =>
        db
          .selectFrom('sessionEvents')
          .select('id')
          .where('username', '=', username)
          .where('kind', '=', 'sign-in')
          .where('outcome', '=', 'signed in')
          .limit(1)
          .executeTakeFirst(),
      );
      return found !== undefined;
    },

    /** Events from the last `days`, oldest first, after the key `after`. */
    list: ({
      username,
      days,
      after,
      limit,
    }: {
      readonly username: string | undefined;
      readonly days: number;
      readonly after: EventKey;
      readonly limit: number;
    }): Promise<readonly SessionEvent[]> =>
      database.run((db) =>
        db
          .selectFrom('sessionEvents')
          .selectAll()
          .where(({ eb }) => eb('at', '>=', eb(now(), '-', days * day)))
          .where('at', '>', historySince(database, limits))
          .where(({ eb, refTuple, tuple }) =>
            eb(refTuple('at', 'id'), '>', tuple(after.at, after.id)),
          )
          .$if(username !== undefined, (query) => query.where('username', '=', username ?? ''))
          .orderBy('at')
          .orderBy('id')
          .limit(limit)
          .execute(),
      ),

    /** Removes some expired events. @returns how many were removed */
    removeOld: () =>
      removeSome(database, {
        table: 'sessionEvents',
        where: sql`at < ${historySince(database, limits)}`,
        age: 'at',
      }),
  };
}
