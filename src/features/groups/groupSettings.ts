import * as z from 'zod/mini';

import type { ThingsGroupRecord } from '#api/groups.ts';
import type { ThingsGroupUpdate } from '#contract/thingsGroup.ts';

import { messages } from './messages.ts';

/** The settings of a group that can be changed here, each with a value that can be stored. */
export const groupChoice = z.object({ name: z.string(), lock: z.boolean(), prefix: z.string() });

/** What a person has decided to store: every value was seen or chosen. */
export type GroupChoice = Readonly<z.infer<typeof groupChoice>>;
export type SettingId = keyof GroupChoice;

/** The settings of a group; undefined where the service does not report one. */
export type GroupSettings = { readonly [Id in SettingId]: GroupChoice[Id] | undefined };

/** The settings in the order of the form. Their values are texts and booleans, compared with `===`. */
export const settingIds: readonly SettingId[] = z.keyof(groupChoice).options;

interface SettingField<Value> {
  /** Its name in the form. */
  readonly label: string;
  /** Its name within a sentence. */
  readonly noun: string;
  /** Its key in the list and in the body of a PUT (API document 2.3, 4.4). */
  readonly wireKey: keyof ThingsGroupUpdate;
  /** How a message of the service may name it other than by its key. */
  readonly mention: RegExp;
  /** Whether it decides which devices get service, so that a change has to be confirmed. */
  readonly decidesService: boolean;
  readonly format: (value: Value) => string;
}

export const settingFields: { readonly [Id in SettingId]: SettingField<GroupChoice[Id]> } = {
  name: {
    label: 'Group name',
    noun: 'name',
    wireKey: 'ThingsGroupName',
    mention: /\bgroup[ -]name\b/i,
    decidesService: false,
    format: (name) => name,
  },
  lock: {
    label: 'IMEI lock',
    noun: 'IMEI lock',
    wireKey: 'LockMasterImei',
    mention: /\bIMEI[ -]lock\b/i,
    decidesService: true,
    format: (isLocked) => (isLocked ? messages.locked : messages.unlocked),
  },
  prefix: {
    label: 'IMEI prefix (TAC)',
    noun: 'IMEI prefix',
    wireKey: 'IMEIPrefix',
    mention: /\bIMEI[ -](?:prefix|range)\b|\bTAC\b/i,
    decidesService: true,
    format: (prefix) => prefix || messages.noPrefix,
  },
};

/** A record with a value for each setting. */
export function mapSettings<Values extends Record<SettingId, unknown>>(
  valueOf: <Id extends SettingId>(id: Id) => Values[Id],
): { readonly [Id in SettingId]: Values[Id] } {
  return { name: valueOf('name'), lock: valueOf('lock'), prefix: valueOf('prefix') };
}

/** One look at a group: its settings, and what else a save compares before it overwrites them. */
export interface GroupReading extends GroupSettings {
  /** Not chosen here, but every PUT sends it back. */
  readonly profileId: string | undefined;
  /** When the group was last changed, in milliseconds since the epoch. */
  readonly modified: number | undefined;
  /** When the list came, in milliseconds since the epoch, where that is known. It is not compared. */
  readonly readAt?: number | undefined;
}

export function readingOf(group: ThingsGroupRecord): GroupReading {
  return {
    name: group.ThingsGroupName,
    lock: group.LockMasterImei,
    prefix: group.IMEIPrefix,
    profileId: group.TelephonyProfileId,
    modified: group.DateModified,
  };
}

/** The body of a PUT: the four documented keys and no other (API document 4.4). */
export function updateOf(choice: GroupChoice, profileId: string): ThingsGroupUpdate {
  return {
    TelephonyProfileId: profileId,
    ThingsGroupName: choice.name,
    IMEIPrefix: choice.prefix,
    LockMasterImei: choice.lock,
  };
}

/** What a PUT overwrites. */
export const overwritten: readonly (SettingId | 'profileId')[] = [...settingIds, 'profileId'];

/** Whether two readings agree in everything that a PUT overwrites. */
export function sameReading(a: GroupReading, b: GroupReading): boolean {
  return overwritten.every((id) => a[id] === b[id]);
}

export function sameChoice(a: GroupChoice, b: GroupChoice): boolean {
  return settingIds.every((id) => a[id] === b[id]);
}

/** Whether storing the choice could change which devices get service. */
export function changesLock(baseline: GroupSettings, choice: GroupChoice): boolean {
  return settingIds.some((id) => settingFields[id].decidesService && baseline[id] !== choice[id]);
}

/** Settings as a choice that can be stored again; undefined where one of them was not reported. */
export function choiceOf(settings: GroupSettings): GroupChoice | undefined {
  return groupChoice.safeParse(settings).data;
}

/** The fields that a message of the service is about, in the order of the form. */
export function mentionedFields(message: string): readonly SettingId[] {
  return settingIds.filter((id) => {
    const { wireKey, mention } = settingFields[id];
    return message.toLowerCase().includes(wireKey.toLowerCase()) || mention.test(message);
  });
}

/** Names of what a PUT overwrites, by how two readings of it compare; each name is in one list. */
export interface Comparison {
  readonly same: readonly string[];
  readonly different: readonly string[];
  /** Not reported in both readings: it may have changed or not. */
  readonly unknown: readonly string[];
}

export function compareReadings(before: GroupReading, after: GroupReading): Comparison {
  const isKnown = (id: keyof GroupReading) => before[id] !== undefined && after[id] !== undefined;
  return {
    same: nouns((id) => isKnown(id) && before[id] === after[id]),
    different: nouns((id) => isKnown(id) && before[id] !== after[id]),
    unknown: nouns((id) => !isKnown(id)),
  };
}

/** Names of what a reading does not report. */
export function notReported(reading: GroupReading): readonly string[] {
  return nouns((id) => reading[id] === undefined);
}

function nouns(test: (id: SettingId | 'profileId') => boolean): readonly string[] {
  return overwritten
    .filter((id) => test(id))
    .map((id) => (id === 'profileId' ? 'profile' : settingFields[id].noun));
}

/** The settings in words, for example "Parcel Vans", "Locked", "not reported". */
export function settingWords(settings: GroupSettings): Readonly<Record<SettingId, string>> {
  return mapSettings<Record<SettingId, string>>((id) => words(settingFields[id], settings[id]));
}

function words<Value>({ format }: SettingField<Value>, value: Value | undefined): string {
  return value === undefined ? messages.notReported : format(value);
}

/** What decides which devices get service: "Locked · 35693803", "Unlocked · no prefix", "not reported". */
export function lockWords({ lock, prefix }: Pick<GroupSettings, 'lock' | 'prefix'>): string {
  if (lock === undefined && prefix === undefined) return messages.notReported;
  return `${words(settingFields.lock, lock)} · ${words(settingFields.prefix, prefix)}`;
}

/** All settings in words, for example "Parcel Vans · Locked · 35693803". */
export function allSettingsWords(settings: GroupSettings): string {
  const each = settingWords(settings);
  const others = settingIds.filter((id) => !settingFields[id].decidesService);
  return [...others.map((id) => each[id]), lockWords(settings)].join(' · ');
}

const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** For example "name, IMEI lock and profile". */
export function inList(names: readonly string[]): string {
  return conjunction.format(names);
}
