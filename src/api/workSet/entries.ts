import type { ThingRecord } from '../things.ts';

/** One SIM as listed by the service. */
export interface ReadThing {
  readonly thing: ThingRecord;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
  /** The response's request id, for a ticket. */
  readonly requestId: string;
}

/** One SIM that was selected in a list. */
export interface ChosenThing extends ReadThing {
  /** A description of the list, such as "Things: State ACTIVE". */
  readonly addedFrom: string;
}

/** One SIM from a list that had its ICCID but no record from the service. */
export interface ChosenIccid {
  readonly iccid: string;
  readonly addedFrom: string;
}

/** One SIM in the work set. */
export interface WorkSetEntry {
  readonly iccid: string;
  /** The record as last read. Undefined if it did not survive a reload. */
  readonly read: ReadThing | undefined;
  readonly addedFrom: string;
  /** When the service was found to no longer list it, in milliseconds since the epoch; `read` is then older. */
  readonly notFoundAt?: number | undefined;
}
