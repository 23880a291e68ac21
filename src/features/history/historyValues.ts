import {
  diffGroup,
  type GroupFieldKey,
  groupFieldKeys,
  groupFields,
  type GroupValues,
  pickFields,
  settingKeys,
} from '#api/groupFields.ts';
import { fieldWords, nounsOf } from '#api/groupWords.ts';
import type { GroupChange } from '#api/history.ts';

/**
 * The values that "Use these values" puts into the form: those from before the change, which undo it. If the change
 * was not stored, the group still has them, so the values that were sent are offered again. A setting that no list had
 * shown before the change gets the value last saved in this console.
 *
 * @param older earlier changes to the group, newest first
 */
export function offerOf(change: GroupChange, older: readonly GroupChange[] = []) {
  const side: 'before' | 'after' = wasNotStored(change) ? 'after' : 'before';
  const listed = pickFields(change[side], settingKeys);
  const settings = { ...pickFields(lastSaved(older), settingKeys), ...listed };
  const known = settingKeys.filter((key) => settings[key] !== undefined);
  const taken = known.filter((key) => listed[key] === undefined);
  const unknown = settingKeys.filter((key) => settings[key] === undefined);
  const { different } = diffGroup(change.before, change.after, groupFieldKeys);
  const notHere = different.filter((key) => groupFields[key].role !== 'setting');
  return {
    /** An unknown value is undefined, and the form keeps its own. */
    settings,
    isKnown: known.length > 0,
    side,
    /** Such as "Parcel Vans · Locked · 35208115". */
    words: known.map((key) => fieldWords(key, settings)).join(' · '),
    /** To be read before using the values. */
    notes: [
      ...noteOn(
        taken,
        (nouns) =>
          `The group list did not include the ${nouns}, so the values last saved in this console are used.`,
      ),
      ...noteOn(
        known.length > 0 ? unknown : [],
        (nouns) => `Not known, so left unchanged: ${nouns}.`,
      ),
      ...noteOn(notHere, (nouns) => `Cannot be set here: ${nouns}.`),
    ],
  };
}

function noteOn(keys: readonly GroupFieldKey[], words: (nouns: string) => string) {
  return keys.length > 0 ? [words(nounsOf(keys))] : [];
}

/** Whether the change was not stored, which is assumed if no list has shown it. */
function wasNotStored({ outcome }: GroupChange): boolean {
  return outcome === 'refused' || outcome === 'not-sent' || outcome === 'not-seen';
}

/** The value that this console last saved for each setting. */
function lastSaved(older: readonly GroupChange[]): GroupValues {
  const values: GroupValues = {};
  for (const { outcome, after } of older.toReversed()) {
    if (outcome === 'saved') Object.assign(values, after);
  }
  return values;
}
