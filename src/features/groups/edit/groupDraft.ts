import { useMemo } from 'react';
import * as z from 'zod/mini';

import { pickFields } from '#api/groupFields.ts';
import {
  choiceOf,
  groupSettings,
  groupSnapshot,
  sameChoice,
  type GroupChoice,
  type GroupSnapshot,
} from '#api/groupSettings.ts';
import { useUserServices } from '#api/userServices.tsx';
import type { SessionRecords } from '#lib/sessionRecords.ts';

import { formValues, groupFormFields, type GroupFormValues, typedSettings } from './groupForm.ts';
import { settingsUnknownTo } from './keptRecords.ts';

const { options: formKeys } = z.keyof(groupFormFields);

const keptDraft = z.object({
  baseline: groupSnapshot,
  /** Versions that did not know a setting omit it. */
  values: z.partial(groupFormFields),
  isSent: z.boolean(),
});

/** The unsaved edits in a group's form. */
export interface GroupDraft {
  /** The values stored when editing started: a save compares with these. */
  readonly baseline: GroupSnapshot;
  readonly values: GroupFormValues;
  /** Whether a save had already sent its change. */
  readonly isSent: boolean;
}

/** Stores the edits in this tab, so that they survive a reload. */
export function useGroupDraft(groupId: string) {
  const { drafts } = useUserServices().work;
  return useMemo(
    () => ({
      restore: (stored: GroupSnapshot) => restoreDraft(drafts.read(groupId), stored),
      keep: (draft: GroupDraft) => drafts.keep(groupId, draft),
      drop: () => drafts.drop(groupId),
    }),
    [drafts, groupId],
  );
}

function readDraft(record: unknown, stored: GroupSnapshot): GroupDraft | undefined {
  const { data } = keptDraft.safeParse(record);
  if (!data) return undefined;
  const { baseline, values, isSent } = data;
  const unknown = settingsUnknownTo(values, baseline, stored);
  return {
    baseline: { ...baseline, ...unknown },
    values: { ...formValues(unknown), ...pickFields(values, formKeys) },
    isSent,
  };
}

/**
 * The notice about a draft found when the page opened. There is no draft if it cannot be read, or if the service
 * already has the edits.
 *
 * @param record undefined if nothing was stored
 */
function restoreDraft(record: unknown, stored: GroupSnapshot) {
  if (record === undefined) return undefined;
  const draft = readDraft(record, stored);
  if (!draft) {
    return {
      draft,
      words:
        'You had unsaved edits here before the page was reloaded. This version of the console cannot read them. Enter them again.',
    };
  }
  if (!draft.isSent) {
    return {
      draft,
      words: 'The page was reloaded and your edits are restored. They are not saved yet.',
    };
  }
  const present = choiceOf(stored);
  if (present && sameChoice(present, typedSettings(draft.values))) {
    return {
      draft: undefined,
      words: 'A save was in progress when the page was reloaded. The service now has your edits.',
    };
  }
  return {
    draft,
    words:
      'The page was reloaded while a save was in progress. Your edits are restored. They may or may not have been saved, so check the group before you save again.',
  };
}

/** The values last saved from this browser, which may no longer be the stored ones. May lack newer settings. */
const saveNote = z.extend(groupSettings, {
  /** Milliseconds since the epoch. */
  at: z.number(),
});

/** Records a group's saved values in this browser until the user signs out. */
export function keepSaveNote(
  notes: SessionRecords,
  groupId: string,
  choice: GroupChoice,
  at: number,
): void {
  notes.keep(groupId, { at, ...choice } satisfies z.infer<typeof saveNote>);
}

export function readSaveNote(notes: SessionRecords, groupId: string) {
  return saveNote.safeParse(notes.read(groupId)).data;
}
