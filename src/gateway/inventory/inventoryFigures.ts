import { sql } from 'kysely';

import { type FleetCheck, fleetChecks, type FleetSummary, maxListed } from '#contract/inventory.ts';

import type { RecordReader } from '../db/recordReads.ts';
import {
  checkCondition,
  type FleetScope,
  isFound,
  isKept,
  readRows,
  readSharedDevices,
} from './inventoryChecks.ts';

type CheckFigure = Readonly<Record<'count' | 'of', number>>;
type Sums = Readonly<Record<string, number | null>>;

/** Figures about one customer's SIMs, excluding those about scans. */
export type FleetFigures = Pick<
  FleetSummary,
  'sims' | 'seen' | 'states' | 'groups' | 'models' | 'otherModels' | 'noDevice' | 'unknownDevice'
> &
  Pick<FleetSummary, 'locationAges' | 'networks'> & {
    readonly checks: ReadonlyMap<FleetCheck, CheckFigure>;
  };

const maxModels = 50;
const day = 24 * 60 * 60_000;
const ageSteps = [1, 7, 30, 90] as const;

/** The other checks have their own statements. */
const scannedChecks = fleetChecks.filter(
  (check) => check !== 'shared-imei' && check !== 'not-found',
);

/** Counts using a few statements that scan all of a customer's SIMs. */
export async function readFigures(reader: RecordReader, scope: FleetScope): Promise<FleetFigures> {
  const { kept, ...totals } = await readTotals(reader, scope);
  const notFound = { count: kept - totals.sims, of: scope.foundSince > 0 ? kept : 0 };
  const checks = await readChecks(reader, scope, notFound);
  const groups = await readGroupFigures(reader, scope);
  const models = await readModels(reader, scope);
  const networks = await readNetworks(reader, scope);
  return { ...totals, checks, ...groups, ...models, networks };
}

async function readTotals(reader: RecordReader, scope: FleetScope) {
  const found = isFound(scope);
  const bounds = ageSteps.map((days) => scope.now - days * day);
  const youngerThan = bounds.map(
    (bound, step) =>
      sql`count(*) filter (where ${found} and t.located_at >= ${bound}) as ${sql.ref(`age${step}`)}`,
  );
  const columns = sql`
    count(*) as kept,
    count(*) filter (where ${found}) as sims,
    min(case when ${found} then t.answered_at end) as oldest,
    max(t.answered_at) as newest,
    count(*) filter (where ${found} and t.imei = '') as none,
    count(*) filter (where ${found} and t.imei is null) as unknown,
    count(*) filter (where ${found} and t.located_at is not null) as located,
    ${sql.join(youngerThan)}`;
  const where = [isKept(scope)];
  const [sums = {}] = await readRows<Sums>(reader, scope, { columns, where });
  const sum = (name: string) => sums[name] ?? 0;
  const sims = sum('sims');
  const located = sum('located');
  const upTo = ageSteps.map((_, step) => sum(`age${step}`));
  const ages = [...upTo, located].map((count, step) => ({
    upToDays: ageSteps[step] ?? null,
    isKnown: true,
    sims: count - (upTo[step - 1] ?? 0),
  }));
  return {
    kept: sum('kept'),
    sims,
    seen: sims === 0 ? null : { oldest: sum('oldest'), newest: sum('newest') },
    noDevice: sum('none'),
    unknownDevice: sum('unknown'),
    locationAges: [...ages, { upToDays: null, isKnown: false, sims: sims - located }],
  };
}

async function readChecks(
  reader: RecordReader,
  scope: FleetScope,
  notFound: CheckFigure,
): Promise<FleetFigures['checks']> {
  const columns = scannedChecks.flatMap((check) => {
    const { isTrue } = checkCondition(check, scope);
    const name = check.replaceAll('-', '');
    return [
      sql`count(${isTrue}) as ${sql.ref(`${name}known`)}`,
      sql`count(*) filter (where ${isTrue}) as ${sql.ref(`${name}found`)}`,
    ];
  });
  const [sums = {}] = await readRows<Sums>(reader, scope, {
    columns: sql.join([...columns, sql`count(t.device) as devices`]),
    where: [isFound(scope)],
  });
  const shared = await readSharedDevices(reader, scope);
  const sharing = [...shared.values()].reduce((sum, sims) => sum + sims, 0);
  const checks = fleetChecks.map((check) => {
    if (check === 'shared-imei') {
      return [check, { count: sharing, of: sums['devices'] ?? 0 }] as const;
    }
    if (check === 'not-found') return [check, notFound] as const;
    const name = check.replaceAll('-', '');
    return [check, { count: sums[`${name}found`] ?? 0, of: sums[`${name}known`] ?? 0 }] as const;
  });
  return new Map(checks);
}

async function readGroupFigures(
  reader: RecordReader,
  scope: FleetScope,
): Promise<Pick<FleetFigures, 'states' | 'groups'>> {
  const rows = await readRows<{
    id: string | null;
    name: string | null;
    state: string | null;
    sims: number;
  }>(reader, scope, {
    columns: sql`t.group_id as id, max(t.group_name) as name, t.state as state, count(*) as sims`,
    where: [isFound(scope)],
    end: sql`group by t.group_id, t.state`,
  });
  const listed = new Map(scope.groups.groups.map(({ groupId, name }) => [groupId, name]));
  const total = (parts: readonly { sims: number }[]) =>
    parts.reduce((sum, { sims }) => sum + sims, 0);
  // Covers all groups, including those that the list below leaves out.
  const states = Object.fromEntries(
    Array.from(
      Map.groupBy(rows, ({ state }) => state ?? ''),
      ([state, parts]) => [state, total(parts)],
    ),
  );
  const groups = Array.from(
    Map.groupBy(rows, ({ id }) => id),
    ([id, parts]) => ({
      id,
      name: id === null ? null : (listed.get(id) ?? parts[0]?.name ?? null),
      sims: total(parts),
      states: Object.fromEntries(parts.map(({ state, sims }) => [state ?? '', sims])),
    }),
  )
    .toSorted(
      (a, b) =>
        b.sims - a.sims ||
        Number(a.id === null) - Number(b.id === null) ||
        ((a.id ?? '') < (b.id ?? '') ? -1 : 1),
    )
    .slice(0, maxListed);
  return { states, groups };
}

export type Model = FleetFigures['models'][number];

/** The most common device models, and totals for the others. */
export async function readModels(
  reader: RecordReader,
  scope: FleetScope,
): Promise<Pick<FleetFigures, 'models' | 'otherModels'>> {
  const rows = await readRows<Model>(reader, scope, {
    columns: sql`substr(t.device, 1, 8) as tac, count(*) as sims`,
    where: [isFound(scope), sql`t.device is not null`],
    end: sql`group by 1 order by 2 desc, 1`,
  });
  const others = rows.slice(maxModels);
  return {
    models: rows.slice(0, maxModels),
    otherModels: { models: others.length, sims: others.reduce((sum, { sims }) => sum + sims, 0) },
  };
}

async function readNetworks(
  reader: RecordReader,
  scope: FleetScope,
): Promise<FleetFigures['networks']> {
  const rows = await readRows<FleetFigures['networks'][number]>(reader, scope, {
    columns: sql`t.network as network, count(*) as sims`,
    where: [isFound(scope)],
    end: sql`group by t.network order by 2 desc, t.network is null, t.network limit ${maxListed}`,
  });
  return [...rows];
}
