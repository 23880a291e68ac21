import * as z from 'zod/mini';

const count = z.int();
/** Milliseconds since the Unix epoch (API document 2). */
const timestamp = z.int();
/** "Not shown: the types of the fields whose only value is null" (API document 2.4). */
const onlyNullShown = z.unknown();

const thingBlock = z.object({
  Data: z.boolean(),
  LTEData: z.boolean(),
  SMS_MO: z.boolean(),
  SMS_MO_except_home_country: z.boolean(),
  SMS_MT: z.boolean(),
});

/** A SIM's five block flags, by the service's names (API document 2.4, `Block`). */
export const blockFlags = z.keyof(thingBlock).options;
export type BlockFlag = (typeof blockFlags)[number];

/** Where the network last saw the SIM (API document 2.4, `LastLocation`). */
export const lastLocation = z.object({
  AccuracyInKM: z.number(),
  IMSI: z.string(),
  IsLocationTypeAccurate: z.boolean(),
  Latitude: z.number(),
  Longitude: z.number(),
  /** Mobile country and network code; seen as integers and as strings. */
  MCC: z.union([z.int(), z.string()]),
  MNC: z.union([z.int(), z.string()]),
  MNOId: z.string(),
  Timestamp: timestamp,
  Type: z.string(),
});
export type LastLocation = z.infer<typeof lastLocation>;

/** The fields listed in API document 2.4, in its order. */
const documentedThing = {
  /** The ICCID. */
  ExternalUniqueId: z.string().check(z.minLength(1)),
  ExternalUniqueType: z.string(),
  ActivationChargeFlag: z.boolean(),
  /** Currently or last assigned IMSI. */
  ActiveMobileSubscriber: z.string(),
  AddressSignal: z.string(),
  BatchId: z.string(),
  ExternalBatchId: z.string(),
  Block: thingBlock,
  CellId: z.int(),
  Lac: z.int(),
  CreatedBy: z.string(),
  CustomerId: z.string(),
  /** Amount of usage; the document does not specify a unit. */
  Data: count,
  DateAssignedToCustomer: timestamp,
  DateCreated: timestamp,
  DateModified: timestamp,
  DeletionDate: onlyNullShown,
  ExpirationDate: onlyNullShown,
  ExternalHLRId: onlyNullShown,
  FencingRadius: z.int(),
  FwBlockAttempts: onlyNullShown,
  GeoDistance: z.int(),
  /** Device last seen by the network, not necessarily the one attached now. */
  IMEI: z.string(),
  /** Item shape not shown; public clients have seen objects with `IP`. */
  IPs: z.array(z.unknown()),
  Curr_Latitude: onlyNullShown,
  Curr_Longitude: onlyNullShown,
  LastAccuracyLocation: z.looseObject({}),
  LastLocation: lastLocation,
};

/** "The record continues beyond what is shown" (2.4): fields known from public clients of the service. */
const observedThing = {
  ThingId: z.optional(z.string()),
  ThingName: z.optional(z.string()),
  ThingDescription: z.optional(z.string()),
  ThingsGroupId: z.optional(z.string()),
  ThingsGroupName: z.optional(z.string()),
  /** ACTIVE and SUSPENDED are documented (section 3); PROVISIONED, TEST_ACTIVE and RETIRED have been seen. */
  State: z.optional(z.string()),
  BillingState: z.optional(z.string()),
  MSISDN: z.optional(z.string()),
  MasterIMEI: z.optional(z.string()),
  LockMasterImei: z.optional(z.boolean()),
  MnoName: z.optional(z.string()),
  ThingTag: z.optional(z.array(z.string())),
};

/** One SIM card, an item of `GET /things` (API document 2.4). */
export const thing = z.looseObject({ ...documentedThing, ...observedThing });
export type Thing = z.infer<typeof thing>;
