import { sql } from 'kysely';

import type { AlertsPage, Delivery } from '#contract/alerts.ts';

import type { RecordReader } from '../db/recordReads.ts';
import { padded } from '../db/storedValues.ts';
import type { AlertConfig } from '../ops/watchConfig.ts';
import { alertTargets } from './targets.ts';

const maxDeliveries = 10;

type Test = AlertsPage['tests'][number];

interface MessageRow extends Pick<Delivery, 'destination' | 'state' | 'tries' | 'answer'> {
  readonly createdAt: number;
  readonly triedAt: number | null;
  readonly dueAt: number;
}

const columns = sql`m.destination as destination, m.state as state, m.tries as tries,
  m.answer as answer, m.created_at as created_at, m.tried_at as tried_at, m.due_at as due_at`;

/** The newest messages about each of these alerts. */
export async function readDeliveries(
  { run, isWanted }: RecordReader,
  alertIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Delivery[]>> {
  const about = sql<MessageRow & Pick<Delivery, 'event'> & { alertId: string }>`select * from (
      select d.alert_id as alert_id, d.event as event, ${columns}, row_number() over
        (partition by d.alert_id order by m.created_at desc, m.destination, m.id) as place
      from alert_deliveries as d join alert_messages as m on m.id = d.message_id and ${isWanted}
      where d.alert_id in (${sql.join(padded(alertIds))})) as numbered
    where place <= ${maxDeliveries} order by place`;
  const { rows } = await run((db) => about.execute(db));
  const groups = Map.groupBy(rows, ({ alertId }) => alertId);
  const deliveriesOf = (some: typeof rows) =>
    some.map((row) => ({ ...readMessage(row), event: row.event }));
  return new Map(Array.from(groups, ([id, some]) => [id, deliveriesOf(some)]));
}

/** The configured destinations, and the newest test message of this customer to each. */
export async function readDestinations(
  { run }: RecordReader,
  config: AlertConfig,
  customerId: string,
): Promise<Pick<AlertsPage, 'destinations' | 'tests'>> {
  const targets = alertTargets(config);
  const digests = padded(targets.map(({ target }) => target));
  const stopped = await run((db) =>
    db.selectFrom('alertTargets').selectAll().where('target', 'in', digests).execute(),
  );
  const newest = sql<MessageRow & { target: string }>`select * from (
      select m.target as target, ${columns}, row_number() over
        (partition by m.target order by m.created_at desc, m.id) as place
      from alert_messages as m where m.customer_id = ${customerId} and m.is_test = 1
        and m.target in (${sql.join(digests)})) as numbered
    where place = 1`;
  const { rows } = await run((db) => newest.execute(db));
  return {
    destinations: targets.map(({ destination, target, to }) => ({
      destination,
      to,
      stoppedAt: stopped.find((one) => one.target === target)?.stoppedAt ?? null,
    })),
    tests: targets.flatMap(({ target }) =>
      rows.filter((row) => row.target === target).map(readMessage),
    ),
  };
}

function readMessage({ createdAt, triedAt, dueAt, ...row }: MessageRow): Test {
  const { destination, state, tries, answer } = row;
  const nextAt = state === 'pending' ? dueAt : null;
  return { destination, state, at: triedAt ?? createdAt, tries, answer, nextAt };
}
