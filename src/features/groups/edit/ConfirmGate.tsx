import type { Ref } from 'react';

import { digitsOf } from '#identifiers/noise.ts';
import { TextField } from '#ui/Field.tsx';

import type { Impact } from '../impact/assessLock.ts';
import { simCount } from '../impact/ImpactSummary.tsx';

/** What has to be done before a change of who gets service can be confirmed. */
export type Gate =
  | { readonly kind: 'open' }
  /** The SIMs of the group are being read. */
  | { readonly kind: 'reading' }
  /** The number of SIMs that may lose service has to be typed. */
  | { readonly kind: 'number'; readonly text: string }
  /** It is not known how many would: a name has to be typed. */
  | { readonly kind: 'name'; readonly text: string };

/**
 * @param impact undefined while it is being found out
 * @param name to be typed where the impact is not known for sure, such as that of the group as it is stored
 */
export function gateFor(impact: Impact | undefined, name: string): Gate {
  if (!impact) return { kind: 'reading' };
  if (impact.kind !== 'complete') return { kind: 'name', text: name };
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

interface ConfirmGateProps {
  gate: Gate;
  /** The form that the field belongs to; the gate is outside of what scrolls. */
  form: string;
  ref: Ref<HTMLInputElement>;
  typed: string;
  onType: (typed: string) => void;
  /** Confirm was pressed while the gate was shut. */
  isRefused: boolean;
  /** What is typed where the impact is not known. */
  nameWords?: string;
}

/** Asks for what opens the gate, and says what is missing after a refusal. */
export function ConfirmGate({
  gate,
  form,
  ref,
  typed,
  onType,
  isRefused,
  nameWords = 'the name of the group',
}: ConfirmGateProps) {
  if (gate.kind === 'open') return null;
  if (gate.kind === 'reading') {
    return isRefused && <p role="status">Wait until the SIMs are read, or cancel.</p>;
  }
  return (
    <TextField
      ref={ref}
      form={form}
      label="Type to confirm"
      hint={
        gate.kind === 'number'
          ? `${simCount(Number(gate.text))} may lose service, by their last known devices. Type this number.`
          : `It is not known how many SIMs may lose service. Type ${nameWords}: ${gate.text}`
      }
      error={isRefused && !opens(gate, typed) ? `Type ${gate.text} to confirm.` : undefined}
      value={typed}
      autoComplete="off"
      inputMode={gate.kind === 'number' ? 'numeric' : 'text'}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
