import type { Sim } from './lastDevice.ts';

const tacDigits = 8;
/** A TAC had six digits until 2003 (3GPP TS 23.003, 6.2.1): shorter prefixes name no kind of device. */
const fewestDigits = 6;
/** Percentage of the known IMEIs that a suggested prefix has to begin. */
export const enoughPercent = 95;

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
}

/**
 * The longest prefix of six to eight digits with which at least 95 % of the known IMEIs begin. There is
 * at most one of each length, since two cannot both begin most of them.
 */
export function suggestPrefix(tacs: readonly TacCount[]): SuggestedPrefix | undefined {
  const known = tacs.reduce((sum, { sims }) => sum + sims, 0);
  for (let length = tacDigits; length >= fewestDigits; length--) {
    const counts = new Map<string, number>();
    for (const { tac, sims } of tacs) {
      const prefix = tac.slice(0, length);
      counts.set(prefix, (counts.get(prefix) ?? 0) + sims);
    }
    for (const [prefix, covers] of counts) {
      if (covers * 100 >= known * enoughPercent) return { prefix, covers, known };
    }
  }
  return undefined;
}
