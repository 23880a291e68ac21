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

/** The form's values. A flag that is neither reported nor chosen is null: nothing is preset. */
export const groupFormFields = z.object({
  ...shapeOf(settingKeys, { text: z.string(), flag: z.nullable(z.boolean()) }),
  /** Used if the stored prefix is not reported: an empty field alone does not remove it. */
  removePrefix: z.boolean(),
});

export type GroupFormValues = z.infer<typeof groupFormFields>;

/** The type of a field error with the service's own message. */
export const refusedByService = 'service';

const emptyFields = settingKeys.map((key) => [key, isFlag(key) ? null : '']);
const emptyForm = groupFormFields.parse({
  ...Object.fromEntries(emptyFields),
  removePrefix: false,
});

/**
 * The form's values for the given settings. Missing settings stay unchosen. If the stored prefix is not reported, an
 * empty prefix ticks the box.
 */
export function formValues(settings: GroupSettings, stored = settings): GroupFormValues {
  return filledValues(emptyForm, settings, stored);
}

/**
 * The form's values after filling in some settings; the others stay unchanged.
 *
 * @param stored the service's values; if it reports no prefix, an empty prefix ticks the box
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

/** The typed values as settings, omitting unchosen ones. */
export function typedSettings({ removePrefix, ...values }: GroupFormValues): GroupSettings {
  const chosen = Object.entries(values).filter(([, value]) => value !== null);
  const prefix = removePrefix && { IMEIPrefix: '' };
  return groupSettings.parse({ ...Object.fromEntries(chosen), ...prefix });
}

/** Whose value to take for each setting after a conflict. */
export type Picks = { readonly [Key in GroupSettingKey]?: 'mine' | 'theirs' };

/** Mine for settings I changed, theirs for the others. */
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
 * The form's rules. An untouched stored value is sent back as it is, valid or not: renaming a group does not correct
 * its prefix, and locking it does not correct its name.
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

/** Whether a setting was seen or chosen; the prefix has its own rules. */
function isChosen(key: GroupSettingKey, values: GroupFormValues, baseline: GroupSettings): boolean {
  const value = values[key];
  if (key === 'IMEIPrefix') return true;
  if (key === 'ThingsGroupName') return values.ThingsGroupName.trim() !== '';
  return value !== null && (value !== '' || baseline[key] !== undefined);
}

function canBeTyped(prefix: string): boolean {
  return prefix === '' || isImeiPrefix(prefix);
}

/** The prefix to send: a ticked box overrides the field. */
function prefixOf({ IMEIPrefix: prefix, removePrefix }: GroupFormValues): string {
  return removePrefix ? '' : prefix.trim();
}

/** Whether the stored prefix is kept and no new lock uses it. */
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

/** Whether the stored prefix is sent back although the form would reject it. */
export function isOddlyStored(values: GroupFormValues, stored: GroupSettings): boolean {
  return isLeftAlone(values, stored) && !canBeTyped(values.IMEIPrefix);
}

/** Asks the user to check a prefix that is allowed but is not a TAC. */
export function oddPrefixWords(typed: string): string | undefined {
  const prefix = typed.trim();
  if (!isImeiPrefix(prefix) || prefix.length === tacDigits) return undefined;
  // The same at every digit, because screen readers announce each change.
  return 'A TAC has 8 digits. Check that this is the prefix you want.';
}

/** The likely prefix in pasted text: the TAC of an IMEI, or the digits without separators. */
export function prefixOffer(
  typed: string,
): { readonly kind: 'tac' | 'digits'; readonly prefix: string } | undefined {
  const tac = tacOf(typed);
  if (tac !== undefined) return { kind: 'tac', prefix: tac };
  const digits = digitsOf(typed);
  if (digits === undefined || digits === typed.trim() || digits.length > 15) return undefined;
  return { kind: 'digits', prefix: digits };
}
