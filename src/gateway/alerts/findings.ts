import { type RawBuilder, sql } from 'kysely';

import type { FleetCheck } from '#contract/inventory.ts';

import type { RecordReader } from '../db/recordReads.ts';
import type { SeenGroups } from '../inventory/groupLocks.ts';
import type { AlertConfig } from '../ops/watchConfig.ts';
import { type GroupSims, largestGroups, readGroupSims } from './freshSims.ts';
import { ofCheck, type ScanClaim } from './scanClaim.ts';

/** What a check has found. */
export interface CheckFindings {
  readonly sims: number;
  /** SIMs that the previous complete scan had not found. */
  readonly further: number;
  /** The largest groups of these, and with `ALERT_IDENTIFIERS=on` some of their ICCIDs. */
  readonly groups: readonly GroupSims[];
  readonly iccids: readonly string[] | undefined;
}

export type Findings = ReadonlyMap<FleetCheck, CheckFindings>;

const maxIccids = 20;

/** What the claimed checks have found, once all SIMs are stored. */
export async function readFindings(
  reader: RecordReader,
  { customerId, checks }: ScanClaim,
  { identifiers, seen }: Pick<AlertConfig, 'identifiers'> & { readonly seen: SeenGroups },
): Promise<Findings> {
  const { run, isWanted } = reader;
  const isFurther = sql<boolean>`s.scan_started_at > c.scan_started_at`;
  const sims = (and: RawBuilder<boolean>) => sql`alert_sims as s
    join alert_checks as c on c.customer_id = s.customer_id and c.check_name = s.check_name
      and s.customer_id = ${customerId} and ${isWanted} and ${and}`;
  const counted = sql<{ check: FleetCheck; sims: number; further: number }>`
    select s.check_name as "check", count(*) as sims,
      count(*) filter (where ${isFurther}) as further
    from ${sims(sql`1 = 1`)} group by s.check_name`;
  const { rows } = await run((db) => counted.execute(db));
  const of = sql<string>`s.check_name`;
  // The first scan opens nothing, so its groups are not queried, however many SIMs it has found.
  const isNew = sql<boolean>`${isFurther} and c.first_at is not null`;
  const groups = await readGroupSims(reader, { of, from: sims(isNew) });

  async function someIccids(check: FleetCheck) {
    const some = sql<{ iccid: string }>`select s.iccid as iccid
      from ${sims(sql`${ofCheck(customerId, check)} and ${isNew}`)}
      order by s.iccid limit ${maxIccids}`;
    return (await run((db) => some.execute(db))).rows.map(({ iccid }) => iccid);
  }

  const found = checks.map(async ({ checkName }) => {
    const { sims: all = 0, further = 0 } = rows.find(({ check }) => check === checkName) ?? {};
    return [
      checkName,
      {
        sims: all,
        further,
        groups: largestGroups(
          groups.filter((group) => group.of === checkName),
          seen,
        ),
        iccids: identifiers && further > 0 ? await someIccids(checkName) : undefined,
      },
    ] as const;
  });
  return new Map(await Promise.all(found));
}
