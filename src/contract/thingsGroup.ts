import * as z from 'zod/mini';

import { keysWhere, shapeOf } from './groupFields.ts';

const types = {
  text: z.string(),
  flag: z.boolean(),
  networks: z.array(z.looseObject({ NetworkId: z.string(), NetworkName: z.string() })),
};
const optional = { text: z.optional(types.text), flag: z.optional(types.flag) };

/** An item of `GET /thingsgroup/listWithMeasures` (API document 2.3). */
export const thingsGroup = z.looseObject({
  ThingsGroupId: z.string().check(z.minLength(1)),
  ThingsGroupDescription: z.string(),
  CustomerId: z.string(),
  TelephonyProfileName: z.string(),
  /** Item shape not shown. */
  RoamingPolicies: z.array(z.unknown()),
  /** Measures without a stated unit or period. */
  Active: z.int(),
  Alarm: z.int(),
  Data: z.int(),
  SMS: z.int(),
  Voice: z.int(),
  /** Milliseconds since the Unix epoch. */
  DateModified: z.int(),
  total: z.int(),
  ...shapeOf(keysWhere({ mayBeUnlisted: false }), types),
  ...shapeOf(keysWhere({ mayBeUnlisted: true }), optional),
});
export type ThingsGroup = z.infer<typeof thingsGroup>;
