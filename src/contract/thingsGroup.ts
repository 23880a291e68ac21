import * as z from 'zod/mini';

/** An item of `GET /thingsgroup/listWithMeasures` (API document 2.3). */
export const thingsGroup = z.looseObject({
  ThingsGroupId: z.string().check(z.minLength(1)),
  ThingsGroupName: z.string(),
  ThingsGroupDescription: z.string(),
  CustomerId: z.string(),
  TelephonyProfileId: z.string(),
  TelephonyProfileName: z.string(),
  Networks: z.array(z.looseObject({ NetworkId: z.string(), NetworkName: z.string() })),
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
  /** "Not shown: whether the list items also carry" these two (2.3). */
  IMEIPrefix: z.optional(z.string()),
  LockMasterImei: z.optional(z.boolean()),
});
export type ThingsGroup = z.infer<typeof thingsGroup>;

/** Body of `PUT /thingsgroup/{ThingsGroupId}` (API document 4.4): these four keys and no other. */
export const thingsGroupUpdate = z.strictObject({
  /** The group's current profile id, from the list. */
  TelephonyProfileId: z.string(),
  ThingsGroupName: z.string(),
  /** IMEI range (TAC); an empty string removes the stored range. */
  IMEIPrefix: z.string(),
  /** `true`: only devices inside IMEIPrefix get service. */
  LockMasterImei: z.boolean(),
});
export type ThingsGroupUpdate = z.infer<typeof thingsGroupUpdate>;
