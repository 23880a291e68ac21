import * as z from 'zod/mini';

import { useUserServices } from '#api/userServices.tsx';

import type { Baseline, GroupFormValues } from './groupForm.ts';

const draft = z.object({
  /** What the service had stored when the typing began: a save compares with this, not with the present. */
  baseline: z.object({
    name: z.optional(z.string()),
    profileId: z.optional(z.string()),
    prefix: z.optional(z.string()),
    lock: z.optional(z.boolean()),
    modified: z.optional(z.number()),
  }),
  values: z.object({
    name: z.string(),
    prefix: z.string(),
    removePrefix: z.boolean(),
    lock: z.nullable(z.boolean()),
  }),
  /** Whether a save of it had begun. */
  isSent: z.optional(z.boolean()),
});

/** What was typed into a group's form and not saved. */
export interface GroupDraft {
  readonly baseline: Baseline;
  readonly values: GroupFormValues;
  /** Whether a save of it had begun. */
  readonly isSent: boolean;
}

/** Keeps what was typed for this tab, over a reload of the page. */
export function useGroupDraft(groupId: string) {
  const { drafts } = useUserServices().work;
  return {
    read: () => readDraft(drafts.read(groupId)),
    keep: (typed: GroupDraft) => drafts.keep(groupId, typed),
    drop: () => drafts.drop(groupId),
  };
}

function readDraft(kept: unknown): GroupDraft | undefined {
  const { data } = draft.safeParse(kept);
  if (!data) return undefined;
  // Drafts of an earlier version do not say.
  const { values, isSent = false } = data;
  const { name, profileId, prefix, lock, modified } = data.baseline;
  // What was not reported is left out when it is written down.
  return { baseline: { name, profileId, prefix, lock, modified }, values, isSent };
}
