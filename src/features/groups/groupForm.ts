import * as z from 'zod/mini';

import { isImeiPrefix, tacDigits, tacOf } from '#identifiers/imei.ts';
import { digitsOf } from '#identifiers/noise.ts';

import {
  mapSettings,
  type GroupChoice,
  type GroupSettings,
  type SettingId,
} from './groupSettings.ts';

/** What the form holds. */
export const groupFormFields = z.object({
  name: z.string(),
  /** Null where the lock is neither reported nor chosen: nothing is preset. */
  lock: z.nullable(z.boolean()),
  prefix: z.string(),
  /** Asked where the stored prefix is not reported: an empty field alone decides nothing. */
  removePrefix: z.boolean(),
});

export type GroupFormValues = z.infer<typeof groupFormFields>;

/** The type of a field's error whose message is the service's own. */
export const refusedByService = 'service';

/**
 * The values of the form for given settings. What is not among them stays unchosen; no prefix, where the
 * stored one is not reported, is the ticked box.
 */
export function formValues(settings: GroupSettings, stored = settings): GroupFormValues {
  const { name, lock, prefix } = settings;
  return {
    name: name ?? '',
    lock: lock ?? null,
    prefix: prefix ?? '',
    removePrefix: prefix === '' && stored.prefix === undefined,
  };
}

/**
 * The values of the form after it was filled with some settings: what is not among them stays as it is.
 *
 * @param stored what the service has; no prefix, where it reports none, is the ticked box
 */
export function filledValues(
  current: GroupFormValues,
  settings: GroupSettings,
  stored: GroupSettings,
): GroupFormValues {
  const filled = formValues(settings, stored);
  return {
    name: settings.name === undefined ? current.name : filled.name,
    lock: settings.lock === undefined ? current.lock : filled.lock,
    ...(settings.prefix === undefined
      ? { prefix: current.prefix, removePrefix: current.removePrefix }
      : { prefix: filled.prefix, removePrefix: filled.removePrefix }),
  };
}

/** What was typed, as settings: a lock that was not chosen is none. */
export function typedSettings({ name, lock, prefix, removePrefix }: GroupFormValues): GroupChoice {
  return { name, lock: lock === true, prefix: removePrefix ? '' : prefix };
}

/** Whose value of each setting is taken after a conflict. */
export type Picks = Readonly<Record<SettingId, 'mine' | 'theirs'>>;

/** Mine where I changed something, theirs where I did not. */
export function firstPicks(was: GroupSettings, mine: GroupChoice): Picks {
  return mapSettings<Picks>((id) => (mine[id] === was[id] ? 'theirs' : 'mine'));
}

export function pickedSettings(
  picks: Picks,
  mine: GroupChoice,
  theirs: GroupSettings,
): GroupSettings {
  const from = (id: SettingId): GroupSettings => (picks[id] === 'mine' ? mine : theirs);
  return mapSettings<GroupSettings>((id) => from(id)[id]);
}

const lockUnchosen = 'The service does not report the stored lock. Choose Locked or Unlocked.';
const prefixUnchosen =
  'The service does not report the stored prefix. Type the one to store, or tick the box to remove it.';

/**
 * The rules of the form. A stored value that is left alone goes back as it is, whatever it looks like:
 * renaming a group does not correct its prefix, and locking it does not correct its name.
 */
export function groupFormSchema(baseline: GroupSettings) {
  const fields = z.extend(groupFormFields, {
    name: z.string().check(z.refine((text) => text.trim() !== '', 'A group needs a name.')),
    lock: z.nullable(z.boolean()).check(z.refine((lock) => lock !== null, lockUnchosen)),
  });
  const isUnchosen = ({ prefix, removePrefix }: GroupFormValues) =>
    baseline.prefix === undefined && prefix.trim() === '' && !removePrefix;
  return z.pipe(
    fields.check(
      z.refine((values) => isLeftAlone(values, baseline) || canBeTyped(prefixOf(values)), {
        error: 'A prefix has 1 to 15 digits only.',
        path: ['prefix'],
      }),
      z.refine((values) => !(values.lock === true && prefixOf(values) === ''), {
        error: 'A lock needs a prefix. It is not known what the service does without one.',
        path: ['prefix'],
      }),
      z.refine((values) => !isUnchosen(values), {
        error: prefixUnchosen,
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

function canBeTyped(prefix: string): boolean {
  return prefix === '' || isImeiPrefix(prefix);
}

/** The prefix that the values stand for: a ticked box overrides what is in the field. */
function prefixOf({ prefix, removePrefix }: GroupFormValues): string {
  return removePrefix ? '' : prefix.trim();
}

/** Whether the prefix stays as it is stored, and no lock is newly put on with it. */
function isLeftAlone(
  { prefix, removePrefix, lock }: GroupFormValues,
  stored: GroupSettings,
): boolean {
  return !removePrefix && prefix === stored.prefix && (lock !== true || stored.lock === true);
}

/** Whether the prefix goes back as it is stored although it could not be typed here. */
export function isOddlyStored(values: GroupFormValues, stored: GroupSettings): boolean {
  return isLeftAlone(values, stored) && !canBeTyped(values.prefix);
}

/** The length of a prefix that is allowed but no TAC; undefined for a TAC and for what is refused. */
export function oddPrefixLength(typed: string): number | undefined {
  const digits = typed.trim();
  return isImeiPrefix(digits) && digits.length !== tacDigits ? digits.length : undefined;
}

/** Asks to check a prefix that is allowed but no TAC. */
export function oddPrefixWords(typed: string): string | undefined {
  const length = oddPrefixLength(typed);
  return length === undefined
    ? undefined
    : `${length} ${length === 1 ? 'digit' : 'digits'}: a TAC has 8. Check that you mean this prefix.`;
}

/** The prefix that a pasted text can mean. */
export interface PrefixOffer {
  /** The text is an IMEI, and this its TAC; or the text holds these digits with separators. */
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
