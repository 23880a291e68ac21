import type { ThingRecord } from '../things.ts';

/** One SIM as the service listed it. */
export interface ReadThing {
  readonly thing: ThingRecord;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
  /** The answer's request id, for a ticket. */
  readonly requestId: string;
}

/** One SIM that was chosen in a list. */
export interface ChosenThing extends ReadThing {
  /** The list in words, such as "Things: State ACTIVE". */
  readonly addedFrom: string;
}

/** One SIM whose list had its ICCID, but no record of the service. */
export interface ChosenIccid {
  readonly iccid: string;
  readonly addedFrom: string;
}

/** One SIM of the work set. */
export interface WorkSetEntry {
  readonly iccid: string;
  /** As last read. Undefined if the record was not kept when the page was loaded again. */
  readonly read: ReadThing | undefined;
  readonly addedFrom: string;
  /** When the service no longer listed it, in milliseconds since the epoch; `read` is older then. */
  readonly notFoundAt?: number | undefined;
}
