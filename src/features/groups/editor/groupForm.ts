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

/** The rules of the form for a group whose stored prefix is reported, or not. */
export function groupFormSchema({ prefix: storedPrefix }: Baseline) {
  const fields = z.object({
    name: z.string().check(z.refine((text) => text.trim() !== '', messages.nameMissing)),
    prefix: z.string().check(z.trim(), z.regex(/^\d{0,15}$/, messages.prefixNotDigits)),
    removePrefix: z.boolean(),
    lock: z.nullable(z.boolean()).check(z.refine((lock) => lock !== null, messages.lockUnchosen)),
  });
  const isUnchosen = (prefix: string, removePrefix: boolean) =>
    storedPrefix === undefined && prefix === '' && !removePrefix;
  return z.pipe(
    fields.check(
      z.refine(({ lock, prefix }) => !(lock === true && prefix === ''), {
        error: messages.prefixNeeded,
        path: ['prefix'],
      }),
      z.refine(({ prefix, removePrefix }) => !isUnchosen(prefix, removePrefix), {
        error: messages.prefixUnchosen,
        path: ['prefix'],
      }),
    ),
    z.transform(({ name, prefix, removePrefix, lock }): GroupChoice => ({
      name,
      prefix: removePrefix ? '' : prefix,
      lock: lock === true,
    })),
  );
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
