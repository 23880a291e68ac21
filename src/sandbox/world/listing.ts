import { itemAt } from './random.ts';
import type { Sim } from './sims.ts';
import { createTextSearch } from './textSearch.ts';

/** The SIM properties that text filters search. */
type TextProperty = 'iccid' | 'imsi' | 'msisdn' | 'imei' | 'name' | 'description';

export type Listing = ReturnType<typeof createListing>;

/**
 * The indexes behind lists of a customer's SIMs: sort orders and searches, updated on each change.
 *
 * @param sims all SIMs by row; may grow
 */
export function createListing(sims: readonly Sim[]) {
  const rows = sims.map(({ row }) => row);
  let sorted: number[] | undefined;
  const searchOf = (property: TextProperty) => createTextSearch(sims, (sim) => sim[property]);
  const textSearches = {
    iccid: searchOf('iccid'),
    imsi: searchOf('imsi'),
    msisdn: searchOf('msisdn'),
    imei: searchOf('imei'),
    name: searchOf('name'),
    description: searchOf('description'),
  };
  const placeByName = (order: readonly number[], sim: Sim) =>
    firstPlace(order, (row) => byName(itemAt(sims, row), sim) >= 0);
  return {
    /** The rows of the listed SIMs in the service's own order. */
    rows: rows as readonly number[],
    /** The same rows, sorted by SIM name. */
    rowsByName: (): readonly number[] =>
      (sorted ??= sims.filter(isListed).toSorted(byName).map(rowOf)),
    /** Searches of all SIMs by a text property, including SIMs that are no longer listed. */
    textSearches,
    /** Lists a SIM that was appended to the array of all SIMs. */
    add(sim: Sim) {
      rows.push(sim.row);
      sorted?.splice(placeByName(sorted, sim), 0, sim.row);
      for (const search of Object.values(textSearches)) search.changed(sim.row);
    },
    remove(sim: Sim) {
      rows.splice(
        firstPlace(rows, (row) => row >= sim.row),
        1,
      );
      sorted?.splice(placeByName(sorted, sim), 1);
    },
    /** Reports changed properties of a listed SIM; its name never changes. */
    changed(sim: Sim, properties: readonly TextProperty[]) {
      for (const property of properties) textSearches[property].changed(sim.row);
    },
  };
}

/** Whether the customer still has the SIM. */
export function isListed({ drift }: Sim): boolean {
  return drift?.isRemoved !== true;
}

const rowOf = ({ row }: Sim) => row;

/** SIMs with the same name are ordered by row, so that each has exactly one position. */
function byName(a: Sim, b: Sim): number {
  if (a.name === b.name) return a.row - b.row;
  return a.name < b.name ? -1 : 1;
}

/** The first index that passes; all later ones must pass too. */
function firstPlace(list: readonly number[], passes: (row: number) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(itemAt(list, middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}
