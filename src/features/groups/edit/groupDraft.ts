import { useMemo } from 'react';
import * as z from 'zod/mini';

import { groupChoice } from '#api/groupFields.ts';
import {
  choiceOf,
  groupSnapshot,
  sameChoice,
  type GroupChoice,
  type GroupSnapshot,
} from '#api/groupSettings.ts';
import { useUserServices } from '#api/userServices.tsx';
import type { SessionRecords } from '#lib/sessionRecords.ts';

import { withPresentNames } from './formerRecords.ts';
import { groupFormFields, typedSettings } from './groupForm.ts';

/** The record of a lock of several groups, beside the drafts of single ones: no id that can be saved is like it. */
export const severalGroupsDraft = '\u0000several groups';

/** What was typed into a group's form and not saved. */
const groupDraft = z.object({
  /** What the service had stored when the typing began: a save compares with this. */
  baseline: groupSnapshot,
  values: groupFormFields,
  /** Whether a save of it had sent something. Drafts of an earlier version do not have it. */
  isSent: z.optional(z.boolean()),
});
export type GroupDraft = Readonly<z.infer<typeof groupDraft>>;

/** Keeps what was typed for this tab, so that it survives a reload of the page. */
export function useGroupDraft(groupId: string) {
  const { drafts } = useUserServices().work;
  return useMemo(
    () => ({
      read: () => readDraft(drafts.read(groupId)),
      keep: (draft: GroupDraft) => drafts.keep(groupId, draft),
      drop: () => drafts.drop(groupId),
    }),
    [drafts, groupId],
  );
}

function readDraft(record: unknown): GroupDraft | undefined {
  return groupDraft.safeParse(withPresentNames(record, ['baseline', 'values'])).data;
}

/** What there is to say of a draft that was found when the page opened. */
export interface Restored {
  /** Undefined where there is nothing left to save: the service has what was typed. */
  readonly draft: GroupDraft | undefined;
  readonly words: string;
}

export function restoreDraft(
  draft: GroupDraft | undefined,
  stored: GroupSnapshot,
): Restored | undefined {
  if (!draft) return undefined;
  if (!draft.isSent) {
    return {
      draft,
      words: 'The page was loaded again, and what you had typed is back. It is not saved yet.',
    };
  }
  const present = choiceOf(stored);
  if (present && sameChoice(present, typedSettings(draft.values))) {
    return {
      draft: undefined,
      words:
        'A save was running when the page was loaded again. The service now has what you had typed.',
    };
  }
  return {
    draft,
    words:
      'The page was loaded again while a save was running. What you had typed is back. It is not known whether it was stored. Compare with the list before you save again.',
  };
}

/** What was last saved from this browser, which need not be what is stored now. */
const saveNote = z.extend(groupChoice, {
  /** Milliseconds since the epoch. */
  at: z.number(),
});

/** Notes what was saved of a group, in this browser, until its user signs out. */
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
