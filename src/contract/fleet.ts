import * as z from 'zod/mini';

/**
 * What two readings of a SIM can differ in. A device is told by TAC and serial number, its model by the TAC
 * (3GPP TS 23.003, 6.2); `first-imei` is the first one after readings that reported none.
 */
export const thingEventKinds = [
  'first-imei',
  'other-device',
  'other-model',
  'imei-gone',
  'imsi',
  'group',
  'state',
  'blocks',
] as const;
export type ThingEventKind = (typeof thingEventKinds)[number];

/**
 * What lists have shown of a SIM (API document 2.4), as far as they carried it: an absent field says nothing.
 * No position is among them.
 */
export const thingValues = z.object({
  name: z.optional(z.string()),
  groupId: z.optional(z.string()),
  groupName: z.optional(z.string()),
  state: z.optional(z.string()),
  /** Names of the block flags that are set, sorted; only where every flag was reported. */
  blocks: z.optional(z.readonly(z.array(z.string()))),
  /** Digits as reported; empty where the service reported none, or only zeros. */
  imei: z.optional(z.string()),
  imsi: z.optional(z.string()),
  /** Usage measure; the API document names no unit. */
  data: z.optional(z.number()),
  /** When the network last saw the SIM, in milliseconds since the Unix epoch. */
  locatedAt: z.optional(z.number()),
  /** Country and network code of that location, such as `262-01`. */
  network: z.optional(z.string()),
});
export type ThingValues = z.infer<typeof thingValues>;
