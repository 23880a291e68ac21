import * as z from 'zod/mini';

import { fleetChecks } from './inventory.ts';
import { oneOf, pageParameters, type QueryOf } from './parameters.ts';
import { baseRevision } from './revisions.ts';

/** The gateway's paths for alerts, in a file of their own because the first page needs none of them. */
export const alertsPath = '/records/alerts';
export const waitingAlertsPath = '/session/alerts';
export const testMessagePath = '/records/alerts/test';

/**
 * - `open`: waiting for somebody to acknowledge it
 * - `acknowledged`: somebody is handling it; it opens again once a complete scan finds more SIMs
 * - `resolved`: a complete scan found no SIMs, and could check those that were left
 */
export const alertStates = ['open', 'acknowledged', 'resolved'] as const;
export type AlertState = (typeof alertStates)[number];

/** What a complete scan did to an alert; a message is about one or more of these. */
export const alertEvents = ['opened', 'grown', 'resolved'] as const;
export type AlertEvent = (typeof alertEvents)[number];

/** In UTF-16 units, as browsers count the characters of a field. */
export const maxAlertNote = 500;

/** How many Thing Groups of an alert are named, the largest. */
export const maxAlertGroups = 5;

/** Where messages go. */
export const destinations = ['webhook', 'mail'] as const;
export type Destination = (typeof destinations)[number];

/**
 * - `pending`: not sent yet, or failed so far and due for a retry
 * - `sent`: the receiver has accepted it
 * - `failed`: every attempt failed, or its address is no longer configured
 * - `stopped`: the receiver wants no more messages (410), so this one was not sent
 */
export const deliveryStates = ['pending', 'sent', 'failed', 'stopped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A message to one destination. */
const message = {
  destination: z.enum(destinations),
  state: z.enum(deliveryStates),
  /** Milliseconds since the Unix epoch, like all times here: when it was sent, or last tried, or written. */
  at: z.number(),
  tries: z.int(),
  /** The receiver's last answer, such as `500 Internal Server Error`, or why nothing was sent; null if neither. */
  answer: z.nullable(z.string()),
  /** When the next attempt is due; null unless it is pending. */
  nextAt: z.nullable(z.number()),
};

/** One message about an alert. */
export const delivery = z.object({
  ...message,
  /** What the message says about the alert. */
  event: z.enum(alertEvents),
});
export type Delivery = z.infer<typeof delivery>;

/** A check that has found SIMs that the previous scan had not found. */
export const alert = z.object({
  id: z.string(),
  check: z.enum(fleetChecks),
  state: z.enum(alertStates),
  openedAt: z.number(),
  /** When a complete scan last found more SIMs. */
  grownAt: z.number(),
  resolvedAt: z.nullable(z.number()),
  /** SIMs that the check found in the last complete scan that could tell, and in the scan that found the most. */
  sims: z.int(),
  worst: z.int(),
  /** SIMs found since the alert opened or was last acknowledged, and still found. */
  fresh: z.int(),
  /** The Thing Groups of these SIMs, largest first, at most `maxAlertGroups`; `id` is null for SIMs without a group. */
  groups: z.array(
    z.object({ id: z.nullable(z.string()), name: z.nullable(z.string()), sims: z.int() }),
  ),
  /**
   * For `outside-lock`: the newest change to a group's lock between the complete scan before the alert and the one that
   * opened it or last made it grow, if that scan found more SIMs in the group. Kept after the alert is acknowledged,
   * until it is resolved. `username` is null for a change made elsewhere.
   */
  cause: z.nullable(
    z.object({
      groupId: z.string(),
      groupName: z.nullable(z.string()),
      username: z.nullable(z.string()),
      at: z.number(),
      isLocked: z.nullable(z.boolean()),
      prefix: z.nullable(z.string()),
      /** The name of the only device model that the prefix lets in. */
      model: z.optional(z.string()),
    }),
  ),
  acknowledged: z.nullable(z.object({ username: z.string(), at: z.number(), note: z.string() })),
  /** Newest first, at most 10. */
  deliveries: z.array(delivery),
  /**
   * Incremented when it grows or is acknowledged or resolved, so that nobody acknowledges what they have not seen.
   * Fewer SIMs do not create a new revision.
   */
  revision: z.int(),
});
export type Alert = z.infer<typeof alert>;

/** Parameters of `GET /records/alerts`, all optional; the page's parameters have the same names. */
export const alertsParameters = {
  check: oneOf(fleetChecks),
  state: oneOf(alertStates),
  ...pageParameters,
};
export type AlertsQuery = QueryOf<typeof alertsParameters>;

/** Response to `GET /records/alerts`, newest first. */
export const alertsPage = z.object({
  alerts: z.array(alert),
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  /** How many days a resolved alert is kept; 0 with `FLEET_MEMORY=off`, when there are no alerts. */
  keptDays: z.int(),
  /** The checks that open alerts (`ALERT_CHECKS`). */
  checks: z.array(z.enum(fleetChecks)),
  /**
   * What the first complete scan found, by check: it opened no alerts, because nothing was known before. Null before
   * that scan.
   */
  first: z.nullable(
    z.object({
      at: z.number(),
      found: z.array(z.object({ check: z.enum(fleetChecks), sims: z.int() })),
    }),
  ),
  /** The configured destinations. */
  destinations: z.array(
    z.object({
      destination: z.enum(destinations),
      /** The webhook's host, or the email addresses. */
      to: z.string(),
      /** When it stopped getting messages because its receiver answered 410; null if it still gets them. */
      stoppedAt: z.nullable(z.number()),
    }),
  ),
  /** The newest test message to each destination. */
  tests: z.array(z.object(message)),
});
export type AlertsPage = z.infer<typeof alertsPage>;

/** Response to `GET /session/alerts`: how many alerts are open. */
export const waitingAlerts = z.object({ waiting: z.int() });

/** Body of `PUT /records/alerts/:id`, which acknowledges an alert; it returns the alert. */
export const acknowledgement = z.object({
  /** Up to `maxAlertNote`. */
  note: z.string(),
  revision: baseRevision,
});
export type Acknowledgement = z.infer<typeof acknowledgement>;

/** One alert in a message. */
export const noticedAlert = z.object({
  id: z.string(),
  check: z.enum(fleetChecks),
  event: z.enum(alertEvents),
  /** As in the alert, after the scan. */
  sims: z.int(),
  fresh: z.int(),
  worst: z.int(),
  openedAt: z.number(),
  groups: z.array(z.object({ name: z.nullable(z.string()), sims: z.int() })),
  /** With `ALERT_IDENTIFIERS=on`: ICCIDs of new SIMs, at most 20. */
  iccids: z.optional(z.array(z.string())),
});
export type NoticedAlert = z.infer<typeof noticedAlert>;

/** What one message says, before it is formatted for its destination. */
export const alertNotice = z.object({
  /** `test` for a test message; `stopped` tells the other destination that a webhook gets no more messages. */
  kind: z.enum(['alerts', 'test', 'stopped']),
  customerId: z.string(),
  at: z.number(),
  /** Who read the fleet, or who requested the test. */
  username: z.nullable(z.string()),
  alerts: z.array(noticedAlert),
  /** For `stopped`: the host that answered 410. */
  stopped: z.optional(z.string()),
});
export type AlertNotice = z.infer<typeof alertNotice>;
