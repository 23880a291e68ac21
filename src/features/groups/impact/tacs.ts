import type { Sim } from './sim.ts';

const tacDigits = 8;
/** A TAC had six digits until 2003 (3GPP TS 23.003, 6.2.1): shorter prefixes name no kind of device. */
const fewestDigits = 6;
/**
 * Percentages of the known IMEIs that a suggested prefix has to begin: the first that any reaches. Below
 * the last, the devices are of several kinds, and none of them is the one that is meant.
 */
const enoughPercents = [95, 80] as const;

/** How many SIMs were last seen in devices of one TAC. */
export interface TacCount {
  readonly tac: string;
  readonly sims: number;
}

/** The TACs of all known IMEIs, most SIMs first. */
export function countTacs(sims: readonly Sim[]): readonly TacCount[] {
  const counts = new Map<string, number>();
  for (const { device } of sims) {
    if (device.kind !== 'imei') continue;
    const tac = device.digits.slice(0, tacDigits);
    counts.set(tac, (counts.get(tac) ?? 0) + 1);
  }
  return [...counts]
    .map(([tac, count]) => ({ tac, sims: count }))
    .toSorted((a, b) => b.sims - a.sims || (a.tac < b.tac ? -1 : 1));
}

export interface SuggestedPrefix {
  readonly prefix: string;
  /** Known IMEIs that begin with it. */
  readonly covers: number;
  /** All known IMEIs. */
  readonly known: number;
  /** The percentage of `enoughPercents` that it reached, and no longer prefix did. */
  readonly enough: number;
}

/**
 * The longest prefix of six to eight digits with which at least 95 % of the known IMEIs begin; where
 * there is none, at least 80 %. So models whose TACs differ late are covered together rather than one of
 * them left out. There is at most one of each length, since two cannot both begin most IMEIs.
 */
export function suggestPrefix(tacs: readonly TacCount[]): SuggestedPrefix | undefined {
  const known = tacs.reduce((sum, { sims }) => sum + sims, 0);
  const lengths = [tacDigits, tacDigits - 1, fewestDigits];
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
