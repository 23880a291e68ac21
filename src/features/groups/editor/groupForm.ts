import * as z from 'zod/mini';

import type { ThingsGroupRecord } from '#api/groups.ts';
import { tacOf } from '#identifiers/imei.ts';
import { digitsOf } from '#identifiers/noise.ts';

import { messages } from '../messages.ts';

/** What the service had stored when the form was filled; undefined where it does not report it. */
export interface Baseline {
  readonly name: string | undefined;
  readonly profileId: string | undefined;
  readonly prefix: string | undefined;
  readonly lock: boolean | undefined;
  readonly modified: number | undefined;
}

export function baselineOf(group: ThingsGroupRecord): Baseline {
  return {
    name: group.ThingsGroupName,
    profileId: group.TelephonyProfileId,
    prefix: group.IMEIPrefix,
    lock: group.LockMasterImei,
    modified: group.DateModified,
  };
}

/** What the form holds. A lock that is neither reported nor chosen is null: nothing is preset. */
export interface GroupFormValues {
  name: string;
  prefix: string;
  removePrefix: boolean;
  lock: boolean | null;
}

export function formValues({ name, prefix, lock }: Baseline): GroupFormValues {
  return { name: name ?? '', prefix: prefix ?? '', removePrefix: false, lock: lock ?? null };
}

/** What a person has decided to store: every value seen or chosen. */
export interface GroupChoice {
  readonly name: string;
  readonly prefix: string;
  readonly lock: boolean;
}

/**
 * The rules of the form for a group. What was stored and is left alone goes back as it is, whatever it
 * looks like: renaming a group is no occasion to mend its prefix, nor locking it one to mend its name.
 */
export function groupFormSchema(baseline: Baseline) {
  const fields = z.object({
    name: z.string().check(z.refine((text) => text.trim() !== '', messages.nameMissing)),
    prefix: z.string(),
    removePrefix: z.boolean(),
    lock: z.nullable(z.boolean()).check(z.refine((lock) => lock !== null, messages.lockUnchosen)),
  });
  const isUnchosen = ({ prefix, removePrefix }: GroupFormValues) =>
    baseline.prefix === undefined && prefix.trim() === '' && !removePrefix;
  return z.pipe(
    fields.check(
      z.refine((values) => isLeftAlone(values, baseline) || fewDigits.test(prefixOf(values)), {
        error: messages.prefixNotDigits,
        path: ['prefix'],
      }),
      z.refine((values) => !(values.lock === true && prefixOf(values) === ''), {
        error: messages.prefixNeeded,
        path: ['prefix'],
      }),
      z.refine((values) => !isUnchosen(values), {
        error: messages.prefixUnchosen,
        path: ['prefix'],
      }),
    ),
    z.transform((values): GroupChoice => ({
      name: values.name === baseline.name ? values.name : values.name.trim(),
      prefix: isLeftAlone(values, baseline) ? values.prefix : prefixOf(values),
      lock: values.lock === true,
    })),
  );
}

const fewDigits = /^\d{0,15}$/;

/** The prefix that the values stand for: the ticked box goes before whatever is in the field. */
function prefixOf({ prefix, removePrefix }: GroupFormValues): string {
  return removePrefix ? '' : prefix.trim();
}

/** Whether the prefix stays as it is stored, and no lock is put on by it. */
function isLeftAlone({ prefix, removePrefix, lock }: GroupFormValues, stored: Baseline): boolean {
  return !removePrefix && prefix === stored.prefix && (lock !== true || stored.lock === true);
}

/** Whether two readings agree in all that a save would overwrite. */
export function sameSettings(a: Baseline, b: Baseline): boolean {
  return (
    a.name === b.name && a.profileId === b.profileId && a.prefix === b.prefix && a.lock === b.lock
  );
}

/** Whether storing the choice could change which devices get service. */
export function changesLock(baseline: Baseline, choice: GroupChoice): boolean {
  return baseline.lock !== choice.lock || baseline.prefix !== choice.prefix;
}

export function sameChoice(a: GroupChoice, b: GroupChoice): boolean {
  return a.name === b.name && a.prefix === b.prefix && a.lock === b.lock;
}

/** What was stored, as a choice that can be stored again; undefined where a part of it was not reported. */
export function choiceOf({ name, prefix, lock }: Baseline): GroupChoice | undefined {
  if (name === undefined || prefix === undefined || lock === undefined) return undefined;
  return { name, prefix, lock };
}

/** Whether the prefix goes back as it is stored, and could not have been typed here. */
export function isOddlyStored(values: GroupFormValues, stored: Baseline): boolean {
  return isLeftAlone(values, stored) && !fewDigits.test(values.prefix);
}

/** Digits of an IMEI prefix that is a TAC (3GPP TS 23.003, 6.2). */
const tacDigits = 8;

/** How many digits a prefix has that is allowed and unusual; undefined for a TAC and what is refused. */
export function oddPrefixLength(typed: string): number | undefined {
  const digits = typed.trim();
  return /^\d{1,15}$/.test(digits) && digits.length !== tacDigits ? digits.length : undefined;
}

/** A prefix that a pasted text can be meant for. */
export interface PrefixOffer {
  /** The text is an IMEI, of which this is the TAC; or it holds these digits and what stands between. */
  readonly kind: 'tac' | 'digits';
  readonly prefix: string;
}

export function prefixOffer(typed: string): PrefixOffer | undefined {
  const tac = tacOf(typed);
  if (tac !== undefined) return { kind: 'tac', prefix: tac };
  const digits = digitsOf(typed);
  if (digits === undefined || digits === typed.trim() || digits.length > 15) return undefined;
  return { kind: 'digits', prefix: digits };
}
