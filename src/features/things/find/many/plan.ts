import { rowsOf, type FindMode } from './findRun.ts';
import type { IdentifierItem } from './readList.ts';

/** Rows of a scan with each call: pages of 50 share one row with the page before (decision 013). */
const rowsPerCall = 49;

/** What each way to find the items costs. */
export interface FindPlan {
  /** Lookups if the first meaning of each row finds its SIM, and if every meaning has to be tried. */
  readonly lookups: { readonly least: number; readonly most: number };
  /** Calls of a scan; undefined if nothing tells how long the list is. */
  readonly scan: number | undefined;
  readonly cheaper: FindMode;
}

/**
 * Compares the ways to find the items. The list has no total (API document 4.5), so a scan is estimated.
 *
 * @param rows how many Things there are about; undefined if nothing tells
 */
export function planFind(items: readonly IdentifierItem[], rows: number | undefined): FindPlan {
  const most = items.reduce((sum, { candidates }) => sum + candidates.length, 0);
  const least = rowsOf(items).length;
  const lookups = { least, most };
  const scan = rows === undefined ? undefined : Math.floor(rows / rowsPerCall) + 1;
  const likely = (least + most) / 2;
  return { lookups, scan, cheaper: scan !== undefined && scan < likely ? 'scan' : 'lookups' };
}
