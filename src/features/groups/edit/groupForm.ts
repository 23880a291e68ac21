import * as z from 'zod/mini';

import {
  groupChoice,
  type GroupSettingKey,
  isAlike,
  isFlag,
  pickFields,
  settingKeys,
  shapeOf,
} from '#api/groupFields.ts';
import { groupSettings, type GroupChoice, type GroupSettings } from '#api/groupSettings.ts';
import { unchosenWords } from '#api/groupWords.ts';
import { isImeiPrefix, tacDigits, tacOf } from '#identifiers/imei.ts';
import { digitsOf } from '#identifiers/noise.ts';

/** What the form holds. A flag is null if it is neither reported nor chosen: nothing is preset. */
export const groupFormFields = z.object({
  ...shapeOf(settingKeys, { text: z.string(), flag: z.nullable(z.boolean()) }),
  /** Asked where the stored prefix is not reported: an empty field alone decides nothing. */
  removePrefix: z.boolean(),
});

export type GroupFormValues = z.infer<typeof groupFormFields>;

/** The type of a field's error whose message is the service's own. */
export const refusedByService = 'service';

const emptyFields = settingKeys.map((key) => [key, isFlag(key) ? null : '']);
const emptyForm = groupFormFields.parse({
  ...Object.fromEntries(emptyFields),
  removePrefix: false,
});

/**
 * The values of the form for given settings. What is not among them stays unchosen; no prefix, if the
 * stored one is not reported, is the ticked box.
 */
export function formValues(settings: GroupSettings, stored = settings): GroupFormValues {
  return filledValues(emptyForm, settings, stored);
}

/**
 * The values of the form after it was filled with some settings: what is not among them stays as it is.
 *
 * @param stored what the service has; no prefix, if it reports none, is the ticked box
 */
export function filledValues(
  current: GroupFormValues,
  settings: GroupSettings,
  stored: GroupSettings,
): GroupFormValues {
  const { IMEIPrefix: prefix } = settings;
  return {
    ...current,
    ...pickFields(settings, settingKeys),
    ...(prefix !== undefined && {
      removePrefix: prefix === '' && stored.IMEIPrefix === undefined,
    }),
  };
}

/** What was typed, as settings: without what was not chosen. */
export function typedSettings({ removePrefix, ...values }: GroupFormValues): GroupSettings {
  const chosen = Object.entries(values).filter(([, value]) => value !== null);
  const prefix = removePrefix && { IMEIPrefix: '' };
  return groupSettings.parse({ ...Object.fromEntries(chosen), ...prefix });
}

/** Whose value of each setting is taken after a conflict. */
export type Picks = { readonly [Key in GroupSettingKey]?: 'mine' | 'theirs' };

/** Mine where I changed something, theirs where I did not. */
export function firstPicks(was: GroupSettings, mine: GroupSettings): Picks {
  const pick = (key: GroupSettingKey) => (isAlike(mine, was, [key]) ? 'theirs' : 'mine');
  return Object.fromEntries(settingKeys.map((key) => [key, pick(key)] as const));
}

export function pickedSettings(
  picks: Picks,
  mine: GroupSettings,
  theirs: GroupSettings,
): GroupSettings {
  const own = settingKeys.filter((key) => picks[key] === 'mine');
  return { ...pickFields(theirs, settingKeys), ...pickFields(mine, own) };
}

const rule = (
  isMet: (values: GroupFormValues) => boolean,
  key: GroupSettingKey,
  error = unchosenWords(key),
) => z.refine<GroupFormValues>(isMet, { error, path: [key] });

/**
 * The rules of the form. A stored value that is left alone goes back as it is, whatever it looks like:
 * renaming a group does not correct its prefix, and locking it does not correct its name.
 */
export function groupFormSchema(baseline: GroupSettings) {
  const chosen = settingKeys.map((key) => rule((values) => isChosen(key, values, baseline), key));
  const isTypable = (values: GroupFormValues) =>
    isLeftAlone(values, baseline) || canBeTyped(prefixOf(values));
  const mayLock = (values: GroupFormValues) => !values.LockMasterImei || prefixOf(values) !== '';
  const hasPrefix = ({ IMEIPrefix: prefix, removePrefix }: GroupFormValues) =>
    baseline.IMEIPrefix !== undefined || prefix.trim() !== '' || removePrefix;
  const sound = groupFormFields.check(
    rule(isTypable, 'IMEIPrefix', 'A prefix must be 1 to 15 digits.'),
    rule(mayLock, 'IMEIPrefix', lockNeedsPrefix),
    rule(hasPrefix, 'IMEIPrefix'),
  );
  const choose = z.transform((values: GroupFormValues): GroupChoice => {
    const typed = settingKeys.map((key) => {
      const value = values[key];
      return [key, typeof value === 'string' && value !== baseline[key] ? value.trim() : value];
    });
    const prefix = isLeftAlone(values, baseline) ? values.IMEIPrefix : prefixOf(values);
    return groupChoice.parse({ ...Object.fromEntries(typed), IMEIPrefix: prefix });
  });
  return z.pipe(groupFormFields.check(...chosen), z.pipe(sound, choose));
}

const lockNeedsPrefix = 'Enter a prefix to turn the lock on.';

/** Whether a setting was seen or chosen; the prefix has rules of its own. */
function isChosen(key: GroupSettingKey, values: GroupFormValues, baseline: GroupSettings): boolean {
  const value = values[key];
  if (key === 'IMEIPrefix') return true;
  if (key === 'ThingsGroupName') return values.ThingsGroupName.trim() !== '';
  return value !== null && (value !== '' || baseline[key] !== undefined);
}

function canBeTyped(prefix: string): boolean {
  return prefix === '' || isImeiPrefix(prefix);
}

/** The prefix that the values stand for: a ticked box overrides what is in the field. */
function prefixOf({ IMEIPrefix: prefix, removePrefix }: GroupFormValues): string {
  return removePrefix ? '' : prefix.trim();
}

/** Whether the prefix stays as it is stored, and no lock is newly put on with it. */
function isLeftAlone(
  { IMEIPrefix: prefix, removePrefix, LockMasterImei: lock }: GroupFormValues,
  stored: GroupSettings,
): boolean {
  return (
    !removePrefix &&
    prefix === stored.IMEIPrefix &&
    (lock !== true || stored.LockMasterImei === true)
  );
}

/** Whether the prefix goes back as it is stored although it could not be typed here. */
export function isOddlyStored(values: GroupFormValues, stored: GroupSettings): boolean {
  return isLeftAlone(values, stored) && !canBeTyped(values.IMEIPrefix);
}

/** Asks to check a prefix that is allowed but no TAC. */
export function oddPrefixWords(typed: string): string | undefined {
  const { length } = typed.trim();
  if (!isImeiPrefix(typed.trim()) || length === tacDigits) return undefined;
  return `${length} ${length === 1 ? 'digit' : 'digits'}: a TAC has 8. Check that you mean this prefix.`;
}

/** The prefix that a pasted text can mean: the TAC of an IMEI, or its digits without separators. */
export function prefixOffer(
  typed: string,
): { readonly kind: 'tac' | 'digits'; readonly prefix: string } | undefined {
  const tac = tacOf(typed);
  if (tac !== undefined) return { kind: 'tac', prefix: tac };
  const digits = digitsOf(typed);
  if (digits === undefined || digits === typed.trim() || digits.length > 15) return undefined;
  return { kind: 'digits', prefix: digits };
}
