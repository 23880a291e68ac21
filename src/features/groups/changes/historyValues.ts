import type { GroupChange, GroupValues } from '#api/changes.ts';

import { inList, settingFields, settingIds, type GroupSettings } from '../groupSettings.ts';
import { messages } from '../messages.ts';
import { differentFields } from './changeValues.ts';

/** What "Use these values" puts into the form. */
export interface Offer {
  /** What is not known is undefined, and stays in the form as it is. */
  readonly settings: GroupSettings;
  /** Whether anything is known. */
  readonly isKnown: boolean;
  /** Whether these are the values from before the change, or those that it should have stored. */
  readonly side: 'before' | 'after';
  /** The values in words, such as "Parcel Vans · Locked · 35208115". */
  readonly words: string;
  /** What else there is to know before using them. */
  readonly notes: readonly string[];
}

/**
 * The values of a change that a person may want back: those from before it, which undoes it. Of a change that
 * was not stored the present values are those from before it, so what it was to store is offered again. What no
 * list had shown before it is as it was last saved here.
 *
 * @param older changes of the group before this one, the newest first
 */
export function offerOf(change: GroupChange, older: readonly GroupChange[] = []): Offer {
  const side = wasNotStored(change) ? 'after' : 'before';
  const listed = settingsOf(change[side]);
  const saved = settingsOf(lastSaved(older));
  const settings = { ...saved, ...definedOf(listed) };
  const taken = settingIds.filter((id) => listed[id] === undefined && saved[id] !== undefined);
  const known = settingIds.filter((id) => settings[id] !== undefined);
  const unknown = settingIds.filter((id) => settings[id] === undefined);
  const notHere = differentFields(change.before, change.after).filter(
    ({ id }) => id === 'profile' || id === 'networks',
  );
  return {
    settings,
    isKnown: known.length > 0,
    side,
    words: known.map((id) => wordsOf(id, settings)).join(' · '),
    notes: [
      ...(taken.length > 0
        ? [
            `No list showed ${inList(taken.map((id) => settingFields[id].noun))}: as last saved in this console.`,
          ]
        : []),
      ...(known.length > 0 && unknown.length > 0
        ? [
            `Not known, so it stays as it is: ${inList(unknown.map((id) => settingFields[id].noun))}.`,
          ]
        : []),
      ...(notHere.length > 0
        ? [`Not set here: ${inList(notHere.map(({ label }) => label.toLowerCase()))}.`]
        : []),
    ],
  };
}

/** As far as is known: what no list has shown is offered again, too. */
function wasNotStored({ outcome }: GroupChange): boolean {
  return outcome === 'refused' || outcome === 'not-sent' || outcome === 'not-seen';
}

/** What this console last saved of each setting. */
function lastSaved(older: readonly GroupChange[]): GroupValues {
  const values: GroupValues = {};
  for (const { outcome, after } of older.toReversed()) {
    if (outcome === 'saved') Object.assign(values, after);
  }
  return values;
}

function definedOf(settings: GroupSettings): Partial<GroupSettings> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function settingsOf(values: GroupValues): GroupSettings {
  return {
    name: values.ThingsGroupName,
    lock: values.LockMasterImei,
    prefix: values.IMEIPrefix,
  };
}

function wordsOf(id: keyof GroupSettings, { name, lock, prefix }: GroupSettings): string {
  if (id === 'name') return name || messages.unnamed;
  if (id === 'lock') return settingFields.lock.format(lock === true);
  return settingFields.prefix.format(prefix ?? '');
}
