import {
  type GroupFieldKey,
  groupFields,
  type GroupSettingKey,
  type GroupValues,
  isFlag,
  lockKeys,
  settingKeys,
} from './groupFields.ts';
import { messages } from './groupMessages.ts';

interface FieldWords<Value> {
  /** The name beside the value, for example in the history. */
  readonly name: string;
  /** The name in the form, and as a column in a file, if different from `name`. */
  readonly label?: string;
  readonly column?: string;
  /** The name within a sentence. */
  readonly noun: string;
  /** Other names for the field, besides its key, in messages from the service. */
  readonly mention?: RegExp;
  /** The form's prompt if the value is neither reported nor chosen; omitted if the default wording fits. */
  readonly unchosen?: string;
  readonly format: (value: Value) => string;
}

/** All wording for a group's fields; leaving out a field is a compile error. */
const words: { readonly [Key in GroupFieldKey]: FieldWords<NonNullable<GroupValues[Key]>> } = {
  ThingsGroupName: {
    name: 'Name',
    label: 'Group name',
    noun: 'name',
    mention: /\bgroup[ -]name\b/i,
    unchosen: 'A group needs a name.',
    format: (name) => name || messages.unnamed,
  },
  LockMasterImei: {
    name: 'IMEI lock',
    noun: 'IMEI lock',
    mention: /\bIMEI[ -]lock\b/i,
    unchosen: 'The service does not report the stored lock. Choose Locked or Unlocked.',
    format: (isLocked) => (isLocked ? messages.locked : messages.unlocked),
  },
  IMEIPrefix: {
    name: 'IMEI prefix',
    label: 'IMEI prefix (TAC)',
    noun: 'IMEI prefix',
    mention: /\bIMEI[ -](?:prefix|range)\b|\bTAC\b/i,
    unchosen:
      'The service does not report the stored prefix. Enter the prefix to store, or tick the box to remove it.',
    format: (prefix) => prefix || messages.noPrefix,
  },
  TelephonyProfileId: {
    name: 'Profile',
    column: 'Profile ID',
    noun: 'profile',
    format: (id) => id,
  },
  Networks: { name: 'Networks', noun: 'networks', format: (names) => names.join(', ') },
};

export const nameOf = (key: GroupFieldKey) => words[key].name;
export const labelOf = (key: GroupFieldKey) => words[key].label ?? words[key].name;
export const columnOf = (key: GroupFieldKey) => words[key].column ?? words[key].name;

/** A value as text, for example "Locked". */
export function formatField<Key extends GroupFieldKey>(
  key: Key,
  value: NonNullable<GroupValues[Key]>,
): string {
  return words[key].format(value);
}

/** The text for a group field, for example "Parcel Vans", "Locked", "not reported". */
export function fieldWords<Key extends GroupFieldKey>(key: Key, values: Pick<GroupValues, Key>) {
  const { [key]: value } = values;
  return value === undefined ? messages.notReported : formatField(key, value);
}

/** Asks the user to choose a setting that the service does not report. */
export function unchosenWords(key: GroupSettingKey): string {
  const { unchosen, noun } = words[key];
  if (unchosen !== undefined) return unchosen;
  const asked = isFlag(key)
    ? `Choose ${formatField(key, true)} or ${formatField(key, false)}.`
    : 'Enter the value to store.';
  return `The service does not report the stored ${noun}. ${asked}`;
}

/** The fields that decide which devices get service: "Locked · 35693803", "Unlocked · no prefix", "not reported". */
export function lockWords(settings: GroupValues): string {
  if (lockKeys.every((key) => settings[key] === undefined)) return messages.notReported;
  return lockKeys.map((key) => fieldWords(key, settings)).join(' · ');
}

/** The text for several settings, for example "Parcel Vans · Locked · 35693803". */
export function settingsWords(
  settings: GroupValues,
  keys: readonly GroupSettingKey[] = settingKeys,
): string {
  const lock = keys.filter((key) => groupFields[key].isOfLock);
  const others = keys.filter((key) => !groupFields[key].isOfLock);
  return [
    ...others.map((key) => fieldWords(key, settings)),
    ...(lock.length > 0 ? [lockWords(settings)] : []),
  ].join(' · ');
}

const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** For example "name, IMEI lock and profile". */
export function nounsOf(keys: readonly GroupFieldKey[]): string {
  return conjunction.format(keys.map((key) => words[key].noun));
}

/** The settings mentioned in a message from the service, in form order. */
export function mentionedFields(message: string): readonly GroupSettingKey[] {
  return settingKeys.filter(
    (key) => message.toLowerCase().includes(key.toLowerCase()) || words[key].mention?.test(message),
  );
}
