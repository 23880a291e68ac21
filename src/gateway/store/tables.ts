import type { Generated } from 'kysely';

/** The tables as the queries see them; `migrations.ts` makes them, with snake_case names. */
export interface Tables {
  sessions: SessionsTable;
  refreshBudgets: RefreshBudgetsTable;
  refreshTickets: RefreshTicketsTable;
}

/** All times are milliseconds since the Unix epoch by the database's clock. */
interface SessionsTable {
  /** SHA-256 of the cookie's value, in hex. */
  key: string;
  /** The tokens, which only the cookie opens. */
  sealed: Uint8Array;
  /** Counts the token pairs of this session, from 1. */
  generation: number;
  username: string;
  customerId: string | null;
  customerSource: 'known' | 'person';
  address: string | null;
  createdAt: number;
  lastSeenAt: number;
  idleEndsAt: number;
  maxEndsAt: number;
  receivedAt: number;
  dueAt: number;
  overAt: number;
  /** 0 or 1. */
  accessRefused: Generated<number>;
  verdict: Generated<'none' | 'helped' | 'useless'>;
  lostAnswers: Generated<number>;
  renewalOver: 'refused' | 'useless' | null;
  uselessRefreshes: Generated<number>;
  failedRefreshes: Generated<number>;
  unhelpfulUntil: Generated<number>;
  waitUntil: Generated<number>;
  /** Counts the changes of the nine columns above and of the generation. */
  revision: Generated<number>;
  leaseHolder: string | null;
  leaseUntil: Generated<number>;
  leaseNumber: Generated<number>;
  spendingGeneration: number | null;
}

/** One row for each address by which gateways leave their network. */
interface RefreshBudgetsTable {
  egress: string;
  /** When the refreshes of the present window were sent, as JSON: at most five times. */
  sentAt: Generated<string>;
  /** The service wants no refresh from there before. */
  blockedUntil: Generated<number>;
  firstNumber: Generated<number>;
  lastNumber: Generated<number>;
}

/** Sessions that wait for their turn to refresh. */
interface RefreshTicketsTable {
  egress: string;
  sessionKey: string;
  holder: string;
  /** 0 where somebody waits, 1 where a token is renewed before it has to be. */
  rank: number;
  /** First come first served within a rank. */
  number: number;
  /** Until then the ticket counts, unless its owner says again that it is there. */
  aliveUntil: number;
}
