import {
  diffGroup,
  type GroupFieldKey,
  groupFieldKeys,
  groupFields,
  type GroupValues,
  pickFields,
  settingKeys,
} from '#api/groupFields.ts';
import type { GroupSettings } from '#api/groupSettings.ts';
import { fieldWords, nounsOf } from '#api/groupWords.ts';
import type { GroupChange } from '#api/history.ts';

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
  const listed = pickFields(change[side], settingKeys);
  const settings = { ...pickFields(lastSaved(older), settingKeys), ...listed };
  const known = settingKeys.filter((key) => settings[key] !== undefined);
  const taken = known.filter((key) => listed[key] === undefined);
  const unknown = settingKeys.filter((key) => settings[key] === undefined);
  const { different } = diffGroup(change.before, change.after, groupFieldKeys);
  const notHere = different.filter((key) => groupFields[key].role !== 'setting');
  return {
    settings,
    isKnown: known.length > 0,
    side,
    words: known.map((key) => fieldWords(key, settings)).join(' · '),
    notes: [
      ...noteOn(taken, (nouns) => `No list showed ${nouns}: as last saved in this console.`),
      ...noteOn(
        known.length > 0 ? unknown : [],
        (nouns) => `Not known, so it stays as it is: ${nouns}.`,
      ),
      ...noteOn(notHere, (nouns) => `Not set here: ${nouns}.`),
    ],
  };
}

function noteOn(keys: readonly GroupFieldKey[], words: (nouns: string) => string) {
  return keys.length > 0 ? [words(nounsOf(keys))] : [];
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
