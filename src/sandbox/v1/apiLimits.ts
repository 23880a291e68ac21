import type { Limit } from '../limits.ts';

/** Every row of the API document 8.2. */
export const apiLimits = {
  /** Most rate-limited endpoints. */
  most: { requests: 5, windowSeconds: 60 },
  /** Low-powered network and roaming reads. */
  roaming: { requests: 10, windowSeconds: 60 },
  /** Inbox listing and event types. */
  inbox: { requests: 15, windowSeconds: 60 },
  /** GET /v1/users. */
  users: { requests: 30, windowSeconds: 60 },
  /** Reads of SIMs, orders, tags and the like. */
  reads: { requests: 60, windowSeconds: 60 },
  /** POST /v1/things/{iccid}/start-qos. */
  startQos: { requests: 5, windowSeconds: 600 },
  /** POST /v1/captures/data/create. */
  captures: { requests: 5, windowSeconds: 1200 },
} as const satisfies Record<string, Limit>;
