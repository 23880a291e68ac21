import { tacDigits } from '#identifiers/imei.ts';

import type { Sim } from './sim.ts';

/** A TAC had six digits until 2003 (3GPP TS 23.003, 6.2.1): shorter prefixes do not identify a device model. */
const minDigits = 6;
/**
 * Percentages of the known IMEIs that a suggested prefix must cover. The second is used only if no prefix reaches the
 * first. If none reaches the second either, the group has several device models and no prefix fits.
 */
const enoughPercents = [95, 80] as const;

/** How many SIMs were last seen in devices with a given TAC. */
export interface TacCount {
  readonly tac: string;
  readonly sims: number;
}

/** The TAC of the last known device; undefined if its IMEI is not known. */
export function tacOfSim({ device }: Sim): string | undefined {
  return device.kind === 'imei' ? device.digits.slice(0, tacDigits) : undefined;
}

/** The TACs of all known IMEIs, most SIMs first. */
export function countTacs(sims: readonly Sim[]): readonly TacCount[] {
  const counts = new Map<string, number>();
  for (const tac of sims.map(tacOfSim)) {
    if (tac !== undefined) counts.set(tac, (counts.get(tac) ?? 0) + 1);
  }
  return [...counts]
    .map(([tac, count]) => ({ tac, sims: count }))
    .toSorted((a, b) => b.sims - a.sims || (a.tac < b.tac ? -1 : 1));
}

export interface SuggestedPrefix {
  readonly prefix: string;
  /** Known IMEIs that begin with it. */
  readonly covers: number;
  readonly known: number;
  /** The entry of `enoughPercents` that this prefix reaches and every longer prefix misses. */
  readonly enough: number;
}

/**
 * The longest prefix of six to eight digits that matches at least 95 % of the known IMEIs, or else at least 80 %. So
 * models whose TACs differ only in the last digits are covered together. There is at most one prefix of each length,
 * because no two can both match most IMEIs.
 */
export function suggestPrefix(tacs: readonly TacCount[]): SuggestedPrefix | undefined {
  const known = tacs.reduce((sum, { sims }) => sum + sims, 0);
  const lengths = [tacDigits, tacDigits - 1, minDigits];
  const candidates = lengths.flatMap((length) => [...countPrefixes(tacs, length)]);
  for (const enough of enoughPercents) {
    const found = candidates.find(([, covers]) => covers * 100 >= known * enough);
    if (found) return { prefix: found[0], covers: found[1], known, enough };
  }
  return undefined;
}

function countPrefixes(tacs: readonly TacCount[], length: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { tac, sims } of tacs) {
    const prefix = tac.slice(0, length);
    counts.set(prefix, (counts.get(prefix) ?? 0) + sims);
  }
  return counts;
}
