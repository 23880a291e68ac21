import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';

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

/**
 * A form whose button Confirm is behind a gate, and takes the focus to what is missing.
 *
 * @param isReady whether nothing else is missing; what is, the form marks as invalid
 */
export function useGateForm(gate: Gate, onConfirm: () => void, isReady = true) {
  const [typed, setTyped] = useState('');
  /** How often Confirm was pressed although something is missing. */
  const [refusals, setRefusals] = useState(0);
  const mayConfirm = isReady && opens(gate, typed);
  const field = useRef<HTMLInputElement>(null);
  const content = useRef<HTMLFormElement>(null);
  const form = useId();

  // What is missing is marked by then.
  useEffect(() => {
    if (refusals === 0) return;
    const missing = content.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (missing ?? field.current)?.focus();
  }, [refusals]);

  return {
    reset() {
      setTyped('');
      setRefusals(0);
    },
    formProps: {
      ref: content,
      id: form,
      noValidate: true,
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault();
        if (mayConfirm) onConfirm();
        else setRefusals(refusals + 1);
      },
    },
    /** The gate and the button are outside of what scrolls, and so outside of the form. */
    gateProps: { gate, form, ref: field, typed, onType: setTyped, isRefused: refusals > 0 },
    submitProps: { type: 'submit', form, 'aria-disabled': !mayConfirm } as const,
  };
}

type ConfirmGateProps = ReturnType<typeof useGateForm>['gateProps'] & {
  /** What is typed where the impact is not known. */
  nameWords?: string;
};

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
    return isRefused && <p role="status">Wait until the SIMs have been read, or cancel.</p>;
  }
  return (
    <TextField
      ref={ref}
      form={form}
      label="Type to confirm"
      hint={
        gate.kind === 'number'
          ? `${simCount(Number(gate.text))} may lose service, based on their last known devices. Type this number.`
          : `The number of SIMs that may lose service is unknown. Type ${nameWords}: ${gate.text}`
      }
      error={isRefused && !opens(gate, typed) ? `Type ${gate.text} to confirm.` : undefined}
      value={typed}
      autoComplete="off"
      inputMode={gate.kind === 'number' ? 'numeric' : 'text'}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
