import * as z from 'zod/mini';

import { matching, text } from './parameters.ts';

/** Parameters of `GET /records/fleet/impact`; both are required. */
export const lockImpactParameters = {
  groupId: text,
  prefix: matching(/^\d{1,15}$/, '1 to 15 digits'),
};

/** Response to `GET /records/fleet/impact`: how locking the group to the prefix would affect its SIMs. */
export const lockImpact = z.object({
  /** 0 with `FLEET_MEMORY=off`, when everything else is empty. */
  keptDays: z.int(),
  /** The group's SIMs in the last complete scan or in a list since. */
  sims: z.int(),
  /** How many SIMs the group has; null if no complete scan has counted them, or if a SIM's group is unknown. */
  size: z.nullable(z.int()),
  /** The earliest and latest time when any of the SIMs was last listed; null without SIMs. */
  seen: z.nullable(z.object({ oldest: z.number(), newest: z.number() })),
  /** Each SIM is in one part: suspended, or else by its last known device. */
  parts: z.object({
    inside: z.int(),
    outside: z.int(),
    /** Reported without an IMEI, or with zeros. */
    none: z.int(),
    /** No list has shown a readable IMEI. */
    malformed: z.int(),
    suspended: z.int(),
  }),
});
export type LockImpact = z.infer<typeof lockImpact>;
