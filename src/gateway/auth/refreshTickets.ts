import { type Selectable, sql, type Transaction } from 'kysely';

import { refreshesPerMinute } from '#contract/session.ts';

import { countOf } from '../db/countOf.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { type Budget, createRefreshBudget, turnsAt } from './refreshBudget.ts';
import { isUnconfirmed } from './sessionRow.ts';

/** A session's place in the queue for a refresh. */
export type Turn =
  /** The refresh has been counted; send it immediately. */
  | { readonly kind: 'now' }
  | {
      readonly kind: 'waiting';
      /** Number of sessions ahead. */
      readonly ahead: number;
      /** Estimated time until the turn. */
      readonly inMs: number;
      /** When to ask again: in time for the turn, and often enough to keep the place. */
      readonly askAgainMs: number;
    }
  /** The ticket does not exist, or another gateway has taken it over. */
  | { readonly kind: 'gone' };

interface TicketHolder {
  readonly sessionKey: string;
  /** Name of the gateway process. */
  readonly holder: string;
  /** Generation of the token pair to refresh. */
  readonly generation: number;
}

interface Joining extends TicketHolder {
  readonly isWaitedFor: boolean;
  /** The session had its turn but the refresh got no response: it goes ahead of all others. */
  readonly isFirst?: boolean;
}

/** Checks whether the ticket's holder can take a turn. Called in the transaction that grants the turn. */
export type ClaimTurn = (
  db: Transaction<Tables>,
  ticket: TicketHolder,
) => Promise<
  /** The holder now has the session's lease. */
  | 'claimed'
  /** The holder already had the lease from a turn whose response was lost, and that turn is already counted. */
  | 'claimed before'
  /** The session has ended or must pause, or another gateway is refreshing it or has already done so. */
  | 'refused'
>;

export type RefreshTickets = ReturnType<typeof createRefreshTickets>;

/** How long a ticket is valid once written, and the remaining time below which a poll renews it. */
const aliveMs = 120_000;
const renewBeforeMs = 60_000;
/** How long an expired ticket is kept, in case its owner returns. */
const keptMs = 10 * 60_000;
/** Sessions near the front poll often, because they move up when another session leaves. */
const askAgainMs = { front: 5000, others: 45_000, least: 100 } as const;
const frontSize = 2 * refreshesPerMinute;
/** Added to a session's rank while its customer id is unconfirmed. */
const unconfirmedRank = 2;
/** Added to a ticket's rank while it is one too many of its user's. */
const crowdedRank = 4;
/** Tickets per user before the next ones are too many. */
const maxUncrowded = 3;
/** Turns per window that the sessions with an added rank leave to other sessions. */
const keptForOthers = 2;

type Ticket = Pick<
  Selectable<Tables['refreshTickets']>,
  'rank' | 'number' | 'holder' | 'aliveUntil'
>;

/** Whether a user is waiting for the session, as opposed to an early renewal. */
function isWaitedForBy({ rank }: Pick<Ticket, 'rank'>): boolean {
  return rank % unconfirmedRank === 0;
}

/**
 * Decides who may send a refresh, and when, within the budget of all gateways that share an egress address. First come,
 * first served, except that sessions with waiting users come before early renewals. Sessions whose customer id was
 * typed and never confirmed come behind these: a new token may not help them. Last come a user's fourth and further
 * tickets, because an account can have any number of sessions. Both get at most three turns a minute, so that other
 * sessions rarely find all turns taken.
 *
 * Polling keeps a ticket alive. If its owner dies, the ticket stops counting after at most two minutes, and the next
 * gateway that joins for the same session takes over its place. Places survive a store outage.
 *
 * @param egress name of the address that these gateways' calls to the service come from
 */
export function createRefreshTickets(database: Database, egress: string, claim: ClaimTurn) {
  const { now } = database;
  const refreshBudget = createRefreshBudget(database, egress);

  const ticketOf = (db: Transaction<Tables>, sessionKey: string) =>
    db
      .selectFrom('refreshTickets')
      .select(['rank', 'number', 'holder', 'aliveUntil'])
      .where('egress', '=', egress)
      .where('sessionKey', '=', sessionKey)
      .executeTakeFirst();

  /**
   * Read on each call: while the session waits, the service may confirm the id, or the user may change it.
   *
   * @param place the ticket whose place in the queue it keeps; undefined if it gets a new one
   */
  async function rankOf(
    db: Transaction<Tables>,
    sessionKey: string,
    isWaitedFor: boolean,
    place: Pick<Ticket, 'rank'> | undefined,
  ): Promise<number> {
    const session = await db
      .selectFrom('sessions')
      .select(['username', 'customerId', 'customerSource', 'provenCustomerId'])
      .where('key', '=', sessionKey)
      .executeTakeFirst();
    const rank = isWaitedFor ? 0 : 1;
    if (!session) return rank;
    const ofSameUser = db
      .selectFrom('refreshTickets')
      .where('egress', '=', egress)
      .where('sessionKey', '<>', sessionKey)
      .where('aliveUntil', '>', now())
      .where('rank', '<', crowdedRank)
      .where(
        sql<boolean>`exists (select 1 from sessions
          where key = session_key and lower(username) = lower(${session.username}))`,
      );
    // Never reconsidered: if a ticket moved up with its old number, it would come before those of later users.
    const isCrowded = place
      ? place.rank >= crowdedRank
      : (await countOf(ofSameUser)) >= maxUncrowded;
    const isBehind = isUnconfirmed(session, session.customerId);
    return rank + (isBehind ? unconfirmedRank : 0) + (isCrowded ? crowdedRank : 0);
  }

  /** Reads the time only after getting the lock, because that may have taken a while. */
  const standing = (db: Transaction<Tables>, sessionKey: string, { rank, number }: Ticket) =>
    db
      .selectFrom('refreshTickets')
      .select(({ fn }) => [fn.countAll<number>().as('ahead'), now().as('time')])
      .select(({ fn }) => fn.max<number | null>('aliveUntil').as('latest'))
      .where('egress', '=', egress)
      .where('sessionKey', '<>', sessionKey)
      .where('aliveUntil', '>', now())
      .where(({ eb, and, or }) =>
        or([eb('rank', '<', rank), and([eb('rank', '=', rank), eb('number', '<', number)])]),
      )
      .executeTakeFirstOrThrow();

  /** Gives the ticket its turn, or keeps its place in the queue. */
  async function serve(
    db: Transaction<Tables>,
    budget: Budget,
    { sessionKey, generation, ...ticket }: Ticket & TicketHolder,
  ): Promise<Turn> {
    const { ahead, time, latest } = await standing(db, sessionKey, ticket);
    const { sentAt, freeNow, waitMs } = turnsAt(budget, time);
    // If the clock was set back, times that were stored before must not count until it catches up.
    if (budget.sentAt.some((at) => at > time)) {
      await refreshBudget.change(db, { sentAt: JSON.stringify(sentAt) });
    }
    const aliveUntil = time + aliveMs;
    if ((latest ?? 0) > aliveUntil) {
      await sql`update refresh_tickets set alive_until = ${aliveUntil}
        where egress = ${egress} and alive_until > ${aliveUntil}`.execute(db);
    }
    const before = ahead + (ticket.rank < unconfirmedRank ? 0 : keptForOthers);
    // Free turns stay reserved for the tickets ahead, whether or not their sessions have asked for them yet.
    if (before < freeNow) {
      await remove(db, sessionKey).execute();
      const claimed = await claim(db, { sessionKey, generation, holder: ticket.holder });
      if (claimed === 'refused') return { kind: 'gone' };
      if (claimed === 'claimed before') return { kind: 'now' };
      await refreshBudget.change(db, { sentAt: JSON.stringify([...sentAt, time]) });
      return { kind: 'now' };
    }
    if (ticket.aliveUntil < time + renewBeforeMs) {
      const columns = { ...ticket, aliveUntil };
      await db
        .insertInto('refreshTickets')
        .values({ egress, sessionKey, ...columns })
        .onConflict((conflict) => conflict.columns(['egress', 'sessionKey']).doUpdateSet(columns))
        .execute();
    }
    const inMs = waitMs(before);
    const often = ahead < frontSize ? askAgainMs.front : askAgainMs.others;
    return {
      kind: 'waiting',
      ahead,
      inMs,
      askAgainMs: Math.max(askAgainMs.least, Math.min(inMs, often)),
    };
  }

  const remove = (db: Transaction<Tables>, sessionKey: string) =>
    db
      .deleteFrom('refreshTickets')
      .where('egress', '=', egress)
      .where('sessionKey', '=', sessionKey);

  const look = ({ sessionKey, holder, generation }: TicketHolder, movesUp = false) =>
    database.transactionInTurn<Turn>(async (db) => {
      const budget = await refreshBudget.lock(db);
      const ticket = await ticketOf(db, sessionKey);
      if (ticket?.holder !== holder) return { kind: 'gone' };
      const wasWaitedFor = isWaitedForBy(ticket);
      const place = movesUp && !wasWaitedFor ? undefined : ticket;
      const number = place?.number ?? budget.lastNumber + 1;
      if (!place) await refreshBudget.change(db, { lastNumber: number });
      const rank = await rankOf(db, sessionKey, movesUp || wasWaitedFor, place);
      const aliveUntil = rank === ticket.rank ? ticket.aliveUntil : 0;
      return serve(db, budget, { sessionKey, generation, holder, rank, number, aliveUntil });
    });

  return {
    /**
     * Asks for a turn, or for a better place if the session already has a ticket: once a user is waiting, the session
     * moves ahead of early renewals, behind other sessions with waiting users.
     */
    join: ({ sessionKey, holder, generation, isWaitedFor, isFirst = false }: Joining) =>
      database.transactionInTurn(async (db) => {
        const budget = await refreshBudget.lock(db);
        const former = await ticketOf(db, sessionKey);
        const wasWaitedFor = former !== undefined && isWaitedForBy(former);
        const place = isFirst || (isWaitedFor && !wasWaitedFor) ? undefined : former;
        const rank = await rankOf(db, sessionKey, isWaitedFor || wasWaitedFor, place);
        const number = place?.number ?? (isFirst ? budget.firstNumber - 1 : budget.lastNumber + 1);
        await refreshBudget.change(db, {
          firstNumber: Math.min(budget.firstNumber, number),
          lastNumber: Math.max(budget.lastNumber, number),
        });
        await db
          .deleteFrom('refreshTickets')
          .where('egress', '=', egress)
          .where(({ eb }) => eb('aliveUntil', '<=', eb(now(), '-', keptMs)))
          .execute();
        return serve(db, budget, { sessionKey, holder, generation, rank, number, aliveUntil: 0 });
      }),

    /** Gets the current state of a ticket. */
    ask: (mine: TicketHolder) => look(mine),

    /** A user is now waiting for a session that joined early: moves it up, like `join`, if its ticket still exists. */
    promote: (mine: TicketHolder) => look(mine, true),

    /** Gives up the session's place. */
    async leave({ sessionKey, holder }: Pick<TicketHolder, 'sessionKey' | 'holder'>) {
      await database.transactionInTurn((db) =>
        remove(db, sessionKey).where('holder', '=', holder).execute(),
      );
    },

    /** The service asked this address not to send refreshes for `ms` milliseconds. */
    block: refreshBudget.block,

    /** Number of waiting sessions. */
    length: () =>
      database.run((db) => {
        const own = db.selectFrom('refreshTickets').where('egress', '=', egress);
        return countOf(own.where('aliveUntil', '>', now()));
      }),
  };
}
