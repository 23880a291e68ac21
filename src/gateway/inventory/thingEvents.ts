import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';

import type { ThingEvent, ThingEventsQuery } from '#contract/inventoryThings.ts';
import { applyEach, type ForEach } from '#lib/applyEach.ts';

import type { Database } from '../db/database.ts';
import { type Page, type PageAsked, readTimePage } from '../db/keysetPage.ts';
import type { Tables } from '../db/tables.ts';
import type { FleetLimits } from './thingSnapshots.ts';

export type ThingEventsFilter = Omit<ThingEventsQuery, 'before' | 'size'> & {
  readonly customerId: string;
};

/** Changes to SIMs between two lists, written by `thingSnapshots.ts`. */
export function createThingEvents(database: Pick<Database, 'reader'>, { fleetMs }: FleetLimits) {
  return {
    /** Newest first. */
    page({ filter, signal, ...asked }: PageAsked<ThingEventsFilter>): Promise<Page<ThingEvent>> {
      const reader = database.reader({ customerId: filter.customerId, signal });
      // A lowered retention time takes effect before the rows are removed.
      const isKept = sql<boolean>`noticed_at >= ${reader.now()} - ${fleetMs}`;
      return readTimePage(reader, 'noticedAt', asked, (db) =>
        db
          .selectFrom('thingEvents')
          .select(['id', 'iccid', 'kind', 'since'])
          .select(['beforeValue as before', 'afterValue as after'])
          .where(isKept)
          .where((eb) => eb.and([reader.isWanted, ...applyEach(conditions, filter, eb)])),
      );
    },
  };
}

type EventBuilder = ExpressionBuilder<Tables, 'thingEvents'>;

const conditions: ForEach<ThingEventsFilter, Expression<SqlBool>, EventBuilder> = {
  customerId: (customerId, eb) => eb('customerId', '=', customerId),
  kind: (kind, eb) => eb('kind', '=', kind),
  iccid: (iccid, eb) => eb('iccid', '=', iccid),
  from: (from, eb) => eb('noticedAt', '>=', from),
  to: (to, eb) => eb('noticedAt', '<', to),
};
