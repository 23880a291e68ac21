import type { Kysely } from 'kysely';
import * as z from 'zod/mini';

import type { FleetTrends } from '#contract/inventory.ts';

import type { Database } from '../db/database.ts';
import { padded } from '../db/storedValues.ts';
import type { Tables } from '../db/tables.ts';
import { readCounts } from './scans.ts';
import type { FleetLimits } from './thingSnapshots.ts';

const hour = 60 * 60_000;
const trendMs = 30 * 24 * hour;
/** More points than a small chart has pixels would only cost time. */
const maxPoints = 120;

/** The watch scans at least once a day: across a gap of more than two and a half days, a line would be a guess. */
const longestGapMs = 60 * hour;
/** How much later than usual a scan may be. */
const tolerance = 2.5;

const storedStates = z.record(z.string(), z.int());

/** A complete scan, with the time when its figures were counted. */
interface TrendScan {
  readonly id: string;
  readonly at: number;
}

/** The figures of complete scans over time. */
export function createTrends(database: Pick<Database, 'reader'>, { fleetMs }: FleetLimits) {
  const counted = (db: Kysely<Tables>, customerId: string) =>
    db
      .selectFrom('fleetReadings')
      .where('customerId', '=', customerId)
      .where('state', '=', 'complete')
      .where('counts', 'is not', null);

  return {
    /** @param everyMs how often the watch scans; 0 if there is no watch */
    async read(customerId: string, everyMs: number, signal?: AbortSignal): Promise<FleetTrends> {
      const { run, now, isWanted } = database.reader({ customerId, signal });
      const { to } = await run((db) => db.selectNoFrom(now().as('to')).executeTakeFirstOrThrow());
      const from = to - Math.min(trendMs, fleetMs);
      const scans = await run((db) =>
        counted(db, customerId)
          .select(({ fn, ref }) => ['id', fn.coalesce(ref('endedAt'), ref('startedAt')).as('at')])
          .where('startedAt', '>=', from)
          .where(isWanted)
          .orderBy('startedAt')
          .execute(),
      );
      const { some, gapMs } = chooseScans(scans, everyMs);
      const rows = await run((db) =>
        counted(db, customerId)
          .select(['id', 'counts', 'states'])
          .where('id', 'in', padded(some.map(({ id }) => id)))
          .execute(),
      );
      const figures = new Map(rows.map(({ id, ...row }) => [id, row]));
      const points = some.map(({ id, at }) => {
        const { counts = null, states = null } = figures.get(id) ?? {};
        return { at, counts: readCounts(counts), states: readStates(states) };
      });
      return { points, gapMs, from, to };
    },
  };
}

function readStates(json: string | null) {
  return storedStates.safeParse(JSON.parse(json ?? '{}')).data ?? {};
}

/**
 * The newest scan in each of 120 equal parts of the time between the first and the last; all of them if there are at
 * most 120. The figures between two scans are known if these are no further apart than usual: two and a half times the
 * median between scans, or the watch's own pace if that is slower, so that people who scan in between do not break up
 * its line. Consecutive parts are never a gap, and 60 hours always are: weeks between two manual scans are not known,
 * even if that is usual.
 */
export function chooseScans<Scan extends Pick<TrendScan, 'at'>>(
  given: readonly Scan[],
  everyMs: number,
): { readonly some: readonly Scan[]; readonly gapMs: number } {
  const scans = given.toSorted((a, b) => a.at - b.at);
  const [first, ...later] = scans;
  const span = (later.at(-1)?.at ?? 0) - (first?.at ?? 0);
  const isMany = scans.length > maxPoints + 1;
  const partMs = isMany ? span / maxPoints : 0;
  const some = isMany
    ? scans.filter(({ at }, index) => {
        const partOf = (time: number) => Math.floor((time - (first?.at ?? 0)) / partMs);
        const next = scans[index + 1];
        return next === undefined || partOf(next.at) !== partOf(at);
      })
    : scans;
  const between = later.map(({ at }, index) => at - (scans[index]?.at ?? at));
  const usual = between.toSorted((a, b) => a - b)[between.length >> 1] ?? 0;
  const gapMs = Math.max(tolerance * Math.max(usual, everyMs), 2 * partMs);
  return { some, gapMs: Math.min(longestGapMs, gapMs) };
}
