import { type Kysely, sql, type UpdateObject } from 'kysely';
import * as z from 'zod/mini';

import { type FleetCheck, fleetChecks, type FleetScan } from '#contract/inventory.ts';

import { countOf } from '../db/countOf.ts';
import type { Database } from '../db/database.ts';
import { setBackMs } from '../db/historyLimits.ts';
import { removeSome } from '../db/removeSome.ts';
import type { Tables } from '../db/tables.ts';
import type { WatchLease } from '../watch/watchLease.ts';
import { readCoverage, removePages } from './scanPages.ts';
import type { FleetLimits } from './thingSnapshots.ts';

/** How many SIMs each check found. */
export type CheckCounts = Readonly<Partial<Record<FleetCheck, number>>>;

/** What is kept of a finished scan. */
export interface ScanCounts {
  readonly counts: CheckCounts;
  /** SIMs in each state, by the service's name for it. */
  readonly states: Readonly<Record<string, number>>;
}

/** The scans of a customer's fleet, and the current time on the database's clock. */
export type KnownScans = Awaited<ReturnType<Scans['known']>>;

export type Scans = ReturnType<typeof createScans>;

/** A scan that has not ended after this time counts as abandoned. */
export const maxScanMs = 24 * 60 * 60_000;

/** The last scans to end are nearly always among this many that started last, which an index finds. */
export const maxOverlapping = 20;

/** Another gateway has taken over the watch. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

const pagesSeen = sql<number>`(select cast(count(*) as bigint) from fleet_pages
  where reading_id = fleet_readings.id)`;
const storedCounts = z.partialRecord(z.enum(fleetChecks), z.int());
const columns = ['id', 'username', 'startedAt', 'endedAt', 'state', 'things'] as const;

/** Scans of whole fleets: who started them, when they ended, and the results of their checks. */
export function createScans(database: Database, limits: FleetLimits) {
  const { run, now } = database;
  /** A scan that starts later than this began before the clock was set back. */
  const latestStart = () => sql<number>`${now()} + ${setBackMs}`;

  const ofCustomer = (db: Kysely<Tables>, customerId: string) =>
    db.selectFrom('fleetReadings').where('customerId', '=', customerId);

  const find = (customerId: string, id: string) =>
    run((db) => ofCustomer(db, customerId).select(columns).where('id', '=', id).executeTakeFirst());

  /** @param username omit for scans by any user */
  const running = (customerId: string, username?: string) =>
    run((db) =>
      ofCustomer(db, customerId)
        .select(columns)
        .$if(username !== undefined, (query) => query.where('username', '=', username ?? ''))
        .where('endedAt', 'is', null)
        .where('startedAt', '>', sql<number>`${now()} - ${maxScanMs}`)
        .where('startedAt', '<=', latestStart())
        .orderBy('startedAt', 'desc')
        .limit(1)
        .executeTakeFirst(),
    );

  /** Changes a scan only if this column has no value yet. */
  const change = (
    { customerId, id }: { readonly customerId: string; readonly id: string },
    unless: 'endedAt' | 'counts',
    set: UpdateObject<Tables, 'fleetReadings'>,
  ) =>
    run(async (db) => {
      await db
        .updateTable('fleetReadings')
        .set(set)
        .where('customerId', '=', customerId)
        .where('id', '=', id)
        .where(unless, 'is', null)
        .execute();
    });

  return {
    find,

    /**
     * Starts a scan; an earlier running scan by the same user counts as stopped.
     *
     * @param given.lease for the watch's scans, which only the holder of its lease may start
     * @throws {LeaseLostError}
     */
    async begin({
      customerId,
      username,
      lease,
    }: Pick<FleetScan, 'username'> & {
      readonly customerId: string;
      readonly lease?: WatchLease;
    }): Promise<FleetScan> {
      const id = crypto.randomUUID();
      // Another gateway cannot take over before this statement has ended.
      const lock = database.kind === 'postgres' ? sql`for share` : sql``;
      const isHeld = lease
        ? sql`exists (select 1 from watches where lease_number = ${lease.number} ${lock})`
        : sql`true`;
      await run((db) =>
        sql`insert into fleet_readings (id, customer_id, username, started_at, state, things)
          select ${id}, ${customerId}, ${username}, case when newest >= present then newest + 1
            else present end, 'running', 0
          from (select cast(${now()} as bigint) as present, coalesce(max(started_at), 0) as newest
            from fleet_readings where customer_id = ${customerId} and username = ${username}
            and started_at <= ${latestStart()}) as t
          where ${isHeld} on conflict (id) do nothing`.execute(db),
      );
      // Runs after the scan's own row is written, in the same order on all gateways: of several scans started at the
      // same time on different gateways, all but the last are stopped.
      await run((db) =>
        sql`update fleet_readings set state = 'stopped', ended_at = ${now()},
          things = (select coalesce(sum(rows) - count(*) + 1, 0) from fleet_pages
            where reading_id = fleet_readings.id)
          where customer_id = ${customerId} and username = ${username} and ended_at is null
          and (started_at > ${latestStart()} or exists (select 1 from fleet_readings as other
            where other.customer_id = ${customerId} and other.username = ${username}
            and other.ended_at is null and other.started_at <= ${latestStart()}
            and (other.started_at, other.id) > (fleet_readings.started_at, fleet_readings.id)))`.execute(
          db,
        ),
      );
      await run((db) =>
        sql`delete from fleet_readings where customer_id = ${customerId}
          and username = ${username} and id <> ${id} and state = 'stopped' and things = 0`.execute(
          db,
        ),
      );
      const own = await find(customerId, id);
      if (lease && !own) throw new LeaseLostError();
      // A scan started at the same time may have replaced this one: its lists then count toward that scan.
      const scan = own?.state === 'running' ? own : await running(customerId, username);
      if (!scan) throw new Error('The scan that was just started is missing');
      return scan;
    },

    /** The combined result of the pages of a running scan that gateways have seen. */
    coverage: (id: string) => readCoverage(database, id),

    /** Whether a scan has not ended. */
    isRunning: (id: string) =>
      run(async (db) => {
        const own = db.selectFrom('fleetReadings').where('id', '=', id);
        return (await countOf(own.where('endedAt', 'is', null))) > 0;
      }),

    /** Running scans by other users, and how many pages of each have been seen. */
    runningOfOthers: (customerId: string, username: string) =>
      run((db) =>
        ofCustomer(db, customerId)
          .select(['id', pagesSeen.as('pages')])
          .where('username', '<>', username)
          .where('endedAt', 'is', null)
          .where('startedAt', '>', sql<number>`${now()} - ${maxScanMs}`)
          .orderBy('id')
          .execute(),
      ),

    /** A user's newest running scan. */
    runningOf: running,
    /** Start of the newest running scan; null if there is none. */
    runningSince: async (customerId: string) => (await running(customerId))?.startedAt ?? null,

    /** Number of SIMs that lists have shown since this time. */
    shownSince(customerId: string, time: number): Promise<number> {
      const reader = database.reader({ customerId, isScanEnd: true });
      return reader.run((db) => {
        const own = db.selectFrom('thingsSeen').where('customerId', '=', customerId);
        return countOf(own.where(reader.isWanted).where('answeredAt', '>=', time));
      });
    },

    /** Records the end of the scan, at most once. */
    end: ({
      state,
      things,
      ...scan
    }: Pick<FleetScan, 'id' | 'state' | 'things'> & { readonly customerId: string }) =>
      change(scan, 'endedAt', { state, things, endedAt: now() }),

    /** Whether the check results of an ended scan have not been written yet. */
    lacksCounts: (customerId: string, id: string) =>
      run(async (db) => {
        const own = ofCustomer(db, customerId).where('id', '=', id).where('counts', 'is', null);
        return (await countOf(own.where('state', 'in', ['complete', 'partial']))) > 0;
      }),

    /** Writes the check results at the end of a scan, only once. */
    keepCounts: (customerId: string, id: string, { counts, states }: ScanCounts) =>
      change({ customerId, id }, 'counts', {
        counts: JSON.stringify(counts),
        states: JSON.stringify(states),
      }),

    async known(customerId: string) {
      const oldest = sql<number>`${now()} - ${limits.fleetMs}`;
      const last = (db: Kysely<Tables>) =>
        ofCustomer(db, customerId)
          .select(columns)
          .where(({ eb }) => eb.between('startedAt', oldest, latestStart()))
          .orderBy('startedAt', 'desc')
          .orderBy('id', 'desc')
          .limit(1);
      const latest = await run((db) => last(db).executeTakeFirst());
      const complete = await run((db) =>
        last(db).where('state', '=', 'complete').executeTakeFirst(),
      );
      const lastToEnd = async (isCounted: boolean) => {
        const scans = await run((db) =>
          last(db)
            .select('counts')
            .where('state', 'in', ['complete', 'partial'])
            .$if(isCounted, (query) => query.where('counts', 'is not', null))
            .limit(maxOverlapping)
            .execute(),
        );
        return scans.toSorted((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0));
      };
      const [ended] = await lastToEnd(false);
      const counted = (await lastToEnd(true)).filter(({ id }) => id !== ended?.id);
      const { rows } = await run((db) => sql<{ now: number }>`select ${now()} as now`.execute(db));
      const time = rows[0]?.now ?? 0;
      const [previous = null] = counted.map(({ counts, ...scan }) => ({
        scan,
        counts: readCounts(counts),
      }));
      return {
        now: time,
        /** Data older than this is hidden. */
        keptSince: time - limits.fleetMs,
        latest: latest ?? null,
        /** The last complete scan. */
        complete: complete ?? null,
        /** The last scan with check results to finish before the most recent one, and these results. */
        previous,
      };
    },

    /** Removes some expired scans. @returns how many were removed */
    async removeOld(): Promise<number> {
      await removePages(database);
      const where = sql<boolean>`started_at < ${now()} - ${limits.fleetMs}`;
      return removeSome(database, { table: 'fleetReadings', where });
    },
  };
}

/** The stored check results of a scan; none if they cannot be read. */
export function readCounts(counts: string | null): CheckCounts {
  const kept = storedCounts.safeParse(JSON.parse(counts ?? '{}'));
  return kept.success ? kept.data : {};
}
