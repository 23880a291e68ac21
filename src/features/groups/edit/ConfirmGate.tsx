import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';

import { digitsOf, plainText } from '#identifiers/noise.ts';
import { counted } from '#lib/counted.ts';
import { TextField } from '#ui/Field.tsx';

import type { Impact } from '../impact/assessLock.ts';

/** The condition for confirming a change that decides which devices get service. */
export type Gate =
  | { readonly kind: 'open' }
  /** The group's SIMs are being read. */
  | { readonly kind: 'reading' }
  /** The number of SIMs that may lose service has to be typed. */
  | { readonly kind: 'number'; readonly text: string }
  /** The number is unknown, so a name has to be typed. */
  | { readonly kind: 'name'; readonly text: string };

/**
 * @param impact undefined while unknown
 * @param name text to type if the impact is uncertain, such as the group's stored name
 */
export function gateFor(impact: Impact | undefined, name: string): Gate {
  if (!impact) return { kind: 'reading' };
  if (impact.kind !== 'complete') return { kind: 'name', text: name };
  return impact.losing > 0 ? { kind: 'number', text: String(impact.losing) } : { kind: 'open' };
}

/** Whether the typed text opens the gate. Number separators and surrounding spaces are ignored. */
export function opens(gate: Gate, typed: string): boolean {
  switch (gate.kind) {
    case 'open':
      return true;
    case 'reading':
      return false;
    case 'number':
      return digitsOf(typed) === gate.text;
    case 'name':
      return isSeen(typed) && asSeen(typed) === asSeen(gate.text);
  }
}

/** Includes letters that show nothing, such as the Hangul filler and the empty Braille cell, which `plainText` keeps. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The text as a reader can tell it: the page shows several spaces as one. */
const asSeen = (text: string) => plainText(text.replaceAll(unseen, '')).replaceAll(/\s+/g, ' ');

/** Whether any of the text can be seen, and so typed. */
export const isSeen = (text: string) => asSeen(text) !== '';

/**
 * A form with a gated Confirm button. A click while input is missing moves the focus to it.
 *
 * @param isReady whether everything else has been filled in; the form marks missing fields as invalid
 */
export function useGateForm(gate: Gate, onConfirm: () => void, isReady = true) {
  const [typed, setTyped] = useState('');
  /** How many times Confirm was clicked while input was missing. */
  const [refusals, setRefusals] = useState(0);
  const mayConfirm = isReady && opens(gate, typed);
  const field = useRef<HTMLInputElement>(null);
  const content = useRef<HTMLFormElement>(null);
  const form = useId();

  // Missing fields have been marked by now.
  useEffect(() => {
    if (refusals === 0) return;
    const missing = content.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (missing ?? field.current)?.focus();
  }, [refusals]);

  function reset() {
    setTyped('');
    setRefusals(0);
  }
  // What was typed confirms only what was known then.
  if (gate.kind === 'reading' && typed !== '') reset();

  return {
    reset,
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
    /** The gate and the button are outside the scrolling area, and so outside the form. */
    gateProps: { gate, form, ref: field, typed, onType: setTyped, isRefused: refusals > 0 },
    submitProps: { type: 'submit', form, 'aria-disabled': !mayConfirm } as const,
  };
}

type ConfirmGateProps = ReturnType<typeof useGateForm>['gateProps'] & {
  /** What to type if the impact is unknown. */
  nameWords: string;
};

/** Asks for the input that opens the gate and, after a failed attempt, says what is missing. */
export function ConfirmGate({
  gate,
  form,
  ref,
  typed,
  onType,
  isRefused,
  nameWords,
}: ConfirmGateProps) {
  if (gate.kind === 'open') return null;
  if (gate.kind === 'reading') {
    return isRefused && <p role="alert">Wait until the SIMs have been read, or cancel.</p>;
  }
  return (
    <TextField
      ref={ref}
      form={form}
      label="Type to confirm"
      hint={
        gate.kind === 'number'
          ? `${counted(Number(gate.text), 'SIM')} may lose service, based on their last known devices. Type this number.`
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
