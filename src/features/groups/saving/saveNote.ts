import * as z from 'zod/mini';

import { useUserServices } from '#api/userServices.tsx';

import type { GroupChoice } from '../editor/groupForm.ts';

const saveNote = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  prefix: z.string(),
  lock: z.boolean(),
});

/** What was last saved from this browser. What is stored now is another matter. */
export type SaveNote = Readonly<z.infer<typeof saveNote>>;

/** The note of one group, for the browser and the person that saved it. */
export function useSaveNote(groupId: string) {
  const { notes } = useUserServices().work;
  return {
    read(): SaveNote | undefined {
      const { data } = saveNote.safeParse(notes.read(groupId));
      return data;
    },
    keep({ prefix, lock }: GroupChoice, at: number) {
      notes.keep(groupId, { at, prefix, lock } satisfies SaveNote);
    },
  };
}
