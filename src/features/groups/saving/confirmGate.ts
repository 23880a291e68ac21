import { digitsOf } from '#identifiers/noise.ts';

import type { Impact } from '../impact/impact.ts';

/** What stands between a person and a change of who gets service. */
export type Gate =
  | { readonly kind: 'open' }
  /** The SIMs of the group are being read. */
  | { readonly kind: 'reading' }
  /** The number of SIMs that would lose service has to be typed. */
  | { readonly kind: 'number'; readonly text: string }
  /** It is not known how many would: the name of the group has to be typed. */
  | { readonly kind: 'name'; readonly text: string };

/**
 * @param impact undefined while it is being found out
 * @param groupName of the group as it is stored, to be typed after a look that was not complete
 */
export function gateFor(impact: Impact | undefined, groupName: string): Gate {
  if (!impact) return { kind: 'reading' };
  if (impact.kind !== 'complete') return { kind: 'name', text: groupName };
  return impact.losing > 0 ? { kind: 'number', text: String(impact.losing) } : { kind: 'open' };
}

/** Whether what was typed opens the gate. Separators of a number and spaces at the ends do not count. */
export function opens(gate: Gate, typed: string): boolean {
  switch (gate.kind) {
    case 'open':
      return true;
    case 'reading':
      return false;
    case 'number':
      return digitsOf(typed) === gate.text;
    case 'name':
      return typed.trim().normalize() === gate.text.trim().normalize();
    default:
      return gate satisfies never;
  }
}
