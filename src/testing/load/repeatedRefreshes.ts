import { storeTimeoutMs } from '#gateway/db/engine.ts';

import { withClient } from '../fixtures/testPostgres.ts';
import type { SentRefresh } from './tokenService.ts';

/** The life of one gateway in the load test. */
export interface GatewayLife {
  readonly name: string;
  killedAt: number;
  readonly stops: { readonly from: number; to: number }[];
}

/** Why a token was sent again: the fate of the gateway that had sent it before. */
type RepeatCause =
  | 'killed before the response'
  | 'killed with the response, before storing it'
  | 'suspended'
  | 'lost without a fault'
  | 'not stored, around a database restart'
  | 'not stored, without a fault';

/** Cases in which the first sender could not report the result of its refresh (S5). */
const causesByFault: ReadonlySet<RepeatCause> = new Set([
  'killed before the response',
  'killed with the response, before storing it',
  'suspended',
]);

/** One refresh token that was sent more than once. */
interface Repeat {
  /** All its sends, in the order of arrival. */
  readonly sends: readonly SentRefresh[];
  /** One cause for each send except the last. */
  readonly causes: readonly RepeatCause[];
}

export interface RepeatFigures {
  /** Refresh tokens that were sent again, and the number whose earlier senders were all killed or stopped. */
  readonly sentTwice: number;
  readonly sentTwiceAfterFault: number;
  readonly sentMoreThanTwice: number;
  readonly repeatCauses: ReadonlyMap<RepeatCause, number>;
  /** The history of rows whose token should not have been sent again. */
  readonly histories: readonly string[];
}

interface LoadTest {
  readonly refreshes: readonly SentRefresh[];
  readonly gateways: readonly GatewayLife[];
  /** The times when the database was unavailable. */
  readonly restarts: readonly { readonly from: number; readonly to: number }[];
}

/** Counts repeated refreshes by cause. Requires that `recordLeases` was called for the database. */
export async function countRepeats(databaseUrl: string, test: LoadTest): Promise<RepeatFigures> {
  const repeats = findRepeats(test);
  const isExpected = ({ causes }: Repeat) => causes.every((cause) => causesByFault.has(cause));
  const causes = Map.groupBy(
    repeats.flatMap((one) => one.causes),
    (cause) => cause,
  );
  const histories: string[] = [];
  for (const one of repeats) {
    if (isExpected(one) && one.sends.length === 2) continue;
    histories.push(...(await describe(databaseUrl, one, test.gateways)));
  }
  return {
    sentTwice: repeats.length,
    sentTwiceAfterFault: repeats.filter(isExpected).length,
    sentMoreThanTwice: repeats.filter(({ sends }) => sends.length > 2).length,
    repeatCauses: new Map(Array.from(causes, ([cause, all]) => [cause, all.length])),
    histories,
  };
}

function findRepeats({ refreshes, gateways, restarts }: LoadTest): readonly Repeat[] {
  function causeOf(sent: SentRefresh, next: SentRefresh): RepeatCause {
    const { killedAt = Infinity, stops = [] } =
      gateways.find(({ name }) => name === sent.sender) ?? {};
    const overlaps = ({ from, to }: { readonly from: number; readonly to: number }) =>
      from <= next.arrivedAt && to >= sent.arrivedAt;
    if (stops.some(overlaps)) return 'suspended';
    if (sent.outcome === 'caller gone' || sent.isAnswerLost) {
      return killedAt < next.arrivedAt ? 'killed before the response' : 'lost without a fault';
    }
    const wasAway = restarts.filter(overlaps);
    // A busy gateway may take as long as a call to the store may take.
    const storedBy = Math.max(sent.endedAt, ...wasAway.map(({ to }) => to)) + storeTimeoutMs;
    if (killedAt <= storedBy) return 'killed with the response, before storing it';
    return wasAway.length > 0
      ? 'not stored, around a database restart'
      : 'not stored, without a fault';
  }

  return [...Map.groupBy(refreshes, ({ token }) => token).values()]
    .filter((sends) => sends.length > 1)
    .map((sends) => ({
      sends,
      causes: sends.slice(1).flatMap((next, index) => {
        const sent = sends[index];
        return sent ? [causeOf(sent, next)] : [];
      }),
    }));
}

/** The history of one user's row around a repeated refresh, one line per change. */
async function describe(
  databaseUrl: string,
  { sends, causes }: Repeat,
  gateways: readonly GatewayLife[],
): Promise<readonly string[]> {
  const [first] = sends;
  const last = sends.at(-1);
  if (!first || !last) return [];
  const since = (at: number) => `${String(Math.round(at - first.arrivedAt)).padStart(7)} ms`;
  const lines = sends.flatMap((sent) => {
    const { killedAt = Infinity, stops = [] } =
      gateways.find(({ name }) => name === sent.sender) ?? {};
    const answer = `${sent.outcome}${sent.isAnswerLost ? ', answer lost' : ''}`;
    return [
      { at: sent.arrivedAt, text: `sent by ${sent.sender}` },
      { at: sent.endedAt, text: `${answer} for ${sent.sender}` },
      ...(killedAt < Infinity ? [{ at: killedAt, text: `${sent.sender} killed` }] : []),
      ...stops.flatMap(({ from, to }) => [
        { at: from, text: `${sent.sender} stopped` },
        { at: to, text: `${sent.sender} continued` },
      ]),
    ];
  });
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<Record<string, number | string | null>>(
      'select * from lease_history where username = $1 and at between $2 and $3 order by at',
      [first.username, first.arrivedAt - 1000, last.arrivedAt + 1000],
    ),
  );
  for (const row of rows) {
    const { at, lease_holder: holder, lease_until: until, ...rest } = row;
    const lease = holder === null ? 'no lease' : `lease of ${String(holder).slice(0, 8)}`;
    const left = holder === null ? '' : ` for ${Number(until) - Number(at)} ms`;
    lines.push({
      at: Number(at),
      text: `row: generation ${rest['generation']}, ${lease} number ${rest['lease_number']}${left}, spending ${rest['spending_generation']}, lost ${rest['lost_answers']}, over ${rest['renewal_over']}, revision ${rest['revision']}`,
    });
  }
  const span = lines.filter(({ at }) => at >= first.arrivedAt - 1000 && at <= last.endedAt + 1000);
  return [
    `${first.username}: ${sends.length} times, ${causes.join('; ')}`,
    ...span.toSorted((a, b) => a.at - b.at).map(({ at, text }) => `${since(at)}  ${text}`),
  ];
}

/** Makes the database record each change to a lease. */
export async function recordLeases(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) =>
    client.query(`
      create table lease_history as
        select 0::bigint as at, username, generation, lease_number, lease_holder, lease_until,
          spending_generation, lost_answers, renewal_over, revision from sessions;
      create function note_lease() returns trigger language plpgsql as $$ begin
        insert into lease_history values (extract(epoch from clock_timestamp()) * 1000, new.username,
          new.generation, new.lease_number, new.lease_holder, new.lease_until, new.spending_generation,
          new.lost_answers, new.renewal_over, new.revision);
        return new;
      end $$;
      create trigger note_lease after update of generation, lease_number, lease_until,
        spending_generation, revision on sessions for each row execute function note_lease();
    `),
  );
}
