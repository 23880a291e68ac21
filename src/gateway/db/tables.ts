import type { Generated } from 'kysely';

import type { FleetScan } from '#contract/inventory.ts';
import type { ThingEventKind } from '#contract/inventoryThings.ts';
import type { CheckResult, SentOutcome } from '#contract/saveOutcome.ts';

import type { AlertTables } from './alertTables.ts';

/** The tables as queries see them; `migrations.ts` creates them with snake_case names. */
export interface Tables extends AlertTables {
  sessions: SessionsTable;
  refreshBudgets: RefreshBudgetsTable;
  refreshTickets: RefreshTicketsTable;
  groupChanges: GroupChangesTable;
  groupsSeen: GroupsSeenTable;
  sessionEvents: SessionEventsTable;
  thingsSeen: ThingsSeenTable;
  thingEvents: ThingEventsTable;
  fleetReadings: ScansTable;
  fleetPages: FleetPagesTable;
  thingNotes: ThingNotesTable;
  sharedViews: SharedViewsTable;
}

/** All times are milliseconds since the Unix epoch on the database's clock. */
interface SessionsTable {
  /** SHA-256 of the cookie's value, in hex. */
  key: string;
  /** The tokens, which only the cookie can open. */
  sealed: Uint8Array;
  /** Number of the session's current token pair, starting at 1. */
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
  /** Incremented with each change to the nine columns above or the generation. */
  revision: Generated<number>;
  leaseHolder: string | null;
  leaseUntil: Generated<number>;
  leaseNumber: Generated<number>;
  spendingGeneration: number | null;
  /** The customer id for which the service has returned a non-empty list in this session. */
  provenCustomerId: string | null;
}

/** One row per egress address that gateways use. */
interface RefreshBudgetsTable {
  egress: string;
  /** When the current window's refreshes were sent, at most five, as JSON. */
  sentAt: Generated<string>;
  /** The service allows no refresh from this address before this time. */
  blockedUntil: Generated<number>;
  firstNumber: Generated<number>;
  lastNumber: Generated<number>;
}

/** Sessions waiting for their turn to refresh. */
interface RefreshTicketsTable {
  egress: string;
  sessionKey: string;
  holder: string;
  /** 0 if a user is waiting, 1 for an early renewal; 2 more for an unconfirmed customer id, 4 for a crowd of one user. */
  rank: number;
  /** First come, first served within a rank. */
  number: number;
  /** The ticket counts until this time, unless its owner renews it. */
  aliveUntil: number;
}

/** One row per change to a group, written before the change is sent, or when two lists differ. */
interface GroupChangesTable {
  id: string;
  customerId: string;
  groupId: string;
  groupName: string | null;
  /** The names before and after in lower case, one per line, for searching. */
  searchName: string;
  /** Null for a change made elsewhere. */
  username: string | null;
  searchUsername: string | null;
  recordedAt: number;
  since: number | null;
  /** GroupValues as JSON, here and below. */
  beforeValues: string;
  beforeAt: number | null;
  afterValues: string;
  /** `sending` until the outcome is written. */
  outcome: SentOutcome | 'elsewhere' | 'sending';
  answeredAt: number | null;
  status: number | null;
  message: string | null;
  checkResult: CheckResult | null;
  checkAt: number | null;
  checkSeen: string | null;
  tracking: ChangeTracking;
  /**
   * 0 or 1: a user may type any customer id. A change sent with an id that the service has not confirmed does not
   * count: it is not shown, and does not explain differences between lists.
   */
  isShown: number;
  /** Set while a change does not count yet: the session in which its id must first be confirmed. */
  sessionKey: string | null;
  requestId: string | null;
  serviceRequestId: string | null;
}

/**
 * Whether later lists are compared with the values sent: `open` until a list shows the outcome, `contested` after a
 * list showed other values while these may still appear, then `done`.
 */
export type ChangeTracking = 'open' | 'contested' | 'done';

/** For each group, the newest list that counts; and the end of a list, see `listEnd`. */
interface GroupsSeenTable {
  customerId: string;
  groupId: string;
  /** The fields that the list carried, as JSON. */
  listedValues: string;
  /** The service created that list between these two times. */
  askedAt: number;
  answeredAt: number;
  /** Incremented with each change to this row, so that only one of two gateways writes a change that both detected. */
  revision: number;
}

interface SessionEventsTable {
  id: string;
  at: number;
  kind: string;
  outcome: string;
  /** A digest if this name has never signed in, because it may be a password typed into the wrong field. */
  username: string | null;
  customerId: string | null;
  address: string | null;
  requestId: string | null;
  serviceRequestId: string | null;
}

/** Each SIM's last known state; a column is null if no list has carried its field. */
interface ThingsSeenTable {
  customerId: string;
  iccid: string;
  name: string | null;
  groupId: string | null;
  groupName: string | null;
  state: string | null;
  /** Comma-separated names of the block flags that are set. */
  blocks: string | null;
  /** Empty if the service reported none. */
  imei: string | null;
  /** TAC and serial number, which identify the device in every form of the IMEI. */
  device: string | null;
  lastImei: string | null;
  /** When a different device was last detected; null if never. */
  deviceChangedAt: number | null;
  imsi: string | null;
  data: number | null;
  /** The last list that carried `data`. */
  dataAt: number | null;
  /** The first list that carried `data`; null in rows older than this column, where `dataSince` is used instead. */
  dataFirstAt: number | null;
  dataSince: number | null;
  /** The smallest `data` since the SIM was suspended; null if it is not suspended. */
  suspendedData: number | null;
  /** The first list that showed `suspendedData`. */
  suspendedSince: number | null;
  locatedAt: number | null;
  network: string | null;
  /** CarriedAt as JSON: the values missing from the newest list; null if that list carried all values. */
  carriedAt: string | null;
  /** A code for the cell of the last location: see cellCode.ts. */
  cell: string | null;
  firstSeenAt: number;
  askedAt: number;
  answeredAt: number;
  /** Incremented with each change to this row, so that only one of two gateways writes a change that both detected. */
  revision: number;
}

/** Changes to a SIM between two snapshots. */
interface ThingEventsTable {
  id: string;
  customerId: string;
  iccid: string;
  kind: ThingEventKind;
  beforeValue: string;
  afterValue: string;
  since: number;
  noticedAt: number;
}

/** Scans of whole fleets. */
interface ScansTable {
  id: string;
  customerId: string;
  username: string;
  startedAt: number;
  endedAt: number | null;
  state: FleetScan['state'];
  things: number;
  /** How many SIMs each check found when the scan ended, as JSON; null if the scan did not finish. */
  counts: string | null;
  /** How many SIMs were in each state when the scan ended, as JSON; null like `counts`, or in older rows. */
  states: string | null;
}

/** Pages of running scans whose rows are all stored. */
interface FleetPagesTable {
  readingId: string;
  page: number;
  rows: number;
  firstRow: string;
  lastRow: string;
  /** 0 or 1; 0 also if the page was forwarded earlier with different rows. */
  isSound: number;
}

/** Notes that users write about SIMs. */
interface ThingNotesTable {
  customerId: string;
  /** Chosen by the page. */
  id: string;
  iccid: string;
  /** The author. */
  username: string;
  text: string;
  createdAt: number;
  changedAt: number;
  revision: number;
}

/** Views of the list of Things that a customer's team shares. */
interface SharedViewsTable {
  customerId: string;
  /** Unique within the customer; chosen by the author's page. */
  id: string;
  /** A username. */
  author: string;
  name: string;
  /** The name as compared (see viewNameKey); unique within the customer. */
  nameKey: string;
  search: string;
  revision: number;
  changedAt: number;
}
