import { useQuery, useQueryClient } from '@tanstack/react-query';

import { noteCountsQuery, notesApi } from '#api/notes.ts';
import { useUserServices } from '#api/userServices.tsx';

const none: Readonly<Record<string, number>> = {};

/**
 * How many notes each SIM in a list has, by ICCID; SIMs without notes are left out. Known only after the first render.
 *
 * @param readAt when the list was read; the notes are counted again with it
 */
export function useNoteCounts(
  sims: readonly { readonly iccid: string }[],
  readAt: number,
): Readonly<Record<string, number>> {
  const notes = notesApi(useUserServices().api);
  const iccids = sims.map(({ iccid }) => iccid);
  const { data } = useQuery(noteCountsQuery(notes, useQueryClient(), iccids, readAt));
  return data ?? none;
}
