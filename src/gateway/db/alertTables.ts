import type { Generated } from 'kysely';

import type { AlertEvent, AlertState, DeliveryState, Destination } from '#contract/alerts.ts';
import type { FleetCheck } from '#contract/inventory.ts';

/** The tables for the watch and its alerts. All times are milliseconds since the Unix epoch on the database's clock. */
export interface AlertTables {
  watches: WatchesTable;
  alerts: AlertsTable;
  alertChecks: AlertChecksTable;
  alertSims: AlertSimsTable;
  alertMessages: AlertMessagesTable;
  alertDeliveries: AlertDeliveriesTable;
  alertTargets: AlertTargetsTable;
}

/** One row: the gateways share one watch. */
interface WatchesTable {
  id: 'watch';
  /** The gateway that watches, until this time, unless it extends its lease. */
  holder: string | null;
  leaseUntil: number;
  /** Incremented when another gateway takes over, so that writes by the previous one are refused. */
  leaseNumber: number;
  /** Start of the next scan; 0 before the first. */
  nextAt: number;
  /** Until this time the watch runs at half its pace, because a person hit the service's limit. */
  slowUntil: number;
  /** The last time that a gateway signed in for it; 0 if never. */
  signedInAt: number;
  /** The customer whose fleet it reads; null until the first sign-in. */
  customerId: string | null;
  /** Why the watch cannot read, as JSON (WatchProblem); null if it can. */
  problem: string | null;
}

interface AlertsTable {
  id: string;
  customerId: string;
  checkName: FleetCheck;
  state: AlertState;
  openedAt: number;
  grownAt: number;
  resolvedAt: number | null;
  /** Start of the complete scan before the one that opened it or last made it grow: its cause is more recent. */
  causeSince: number;
  sims: number;
  worst: number;
  ackUsername: string | null;
  ackAt: number | null;
  ackNote: string | null;
  /**
   * SIMs found by scans that started later are fresh until somebody acknowledges the alert: the scan before the alert
   * opened, or before it grew again.
   */
  freshAfter: number;
  /** Incremented when it grows, or is acknowledged or resolved. */
  revision: number;
}

/** A check for which complete scans are compared: one row per customer and check. */
interface AlertChecksTable {
  customerId: string;
  checkName: FleetCheck;
  /** When the first complete scan was compared, and what it found; null until then. */
  firstAt: number | null;
  firstSims: number | null;
  /** Start of the newest complete scan that has been compared; 0 before the first. */
  scanStartedAt: number;
  /** Incremented when a gateway begins to compare a scan, so that writes by the previous one are refused. */
  claim: number;
}

/** The SIMs that a check found in the newest complete scan. */
interface AlertSimsTable {
  customerId: string;
  checkName: FleetCheck;
  iccid: string;
  /** Start of the scan that found it; if later than in `alertChecks`, that scan is still being compared. */
  scanStartedAt: number;
}

/** Messages, written in the transaction that opens, grows or resolves the alerts they are about. */
interface AlertMessagesTable {
  /** The receiver's id for it, the same for each attempt. */
  id: string;
  customerId: string;
  destination: Destination;
  /** A digest of the destination's address: a message to a previous address is not sent to the current one. */
  target: string;
  /** AlertNotice as JSON. */
  notice: string;
  isTest: number;
  createdAt: number;
  state: DeliveryState;
  tries: number;
  dueAt: number;
  leaseHolder: string | null;
  leaseUntil: number;
  /** The latest attempt, and the receiver's response to it. */
  triedAt: number | null;
  answer: string | null;
}

/** Which alerts a message is about. */
interface AlertDeliveriesTable {
  messageId: string;
  alertId: string;
  event: AlertEvent;
}

/** Addresses whose receivers want no messages, for now or permanently. */
interface AlertTargetsTable {
  target: string;
  /** When it said that it wants no more (410); null if it only asked for a pause. */
  stoppedAt: number | null;
  /** The end of the last pause that it asked for; 0 if it never did. */
  pausedUntil: Generated<number>;
}
