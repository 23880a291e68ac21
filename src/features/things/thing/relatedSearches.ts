import type { ThingRecord } from '#api/things.ts';
import { isZeros } from '#identifiers/imei.ts';

import { thingMessages } from './thingMessages.ts';

export interface RelatedSearch {
  readonly label: string;
  /** Address parameters of the list. */
  readonly search: string;
}

/** Lists of SIMs that share something with this one. How the service compares is not documented. */
export function relatedSearches(thing: ThingRecord): readonly RelatedSearch[] {
  const { ThingsGroupName, CellId, Lac, IMEI, MnoName } = thing;
  const searches: RelatedSearch[] = [];
  const add = (label: string, filters: Readonly<Record<string, string>>) =>
    searches.push({ label, search: new URLSearchParams(filters).toString() });
  if (isText(ThingsGroupName)) add(thingMessages.sameGroup, { ThingsGroupName });
  // A cell is one of its location area (3GPP TS 23.003, 4.3.1), so neither number does alone.
  if (CellId !== undefined && CellId > 0 && Lac !== undefined && Lac > 0) {
    add(thingMessages.sameCell, { CellId: String(CellId), Lac: String(Lac) });
  }
  if (isText(IMEI) && !isZeros(IMEI)) add(thingMessages.sameImei, { IMEI });
  if (isText(MnoName)) add(thingMessages.sameOperator, { MnoName });
  return searches;
}

function isText(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== '';
}
