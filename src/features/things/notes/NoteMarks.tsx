import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';

import { noteCountsQuery, notesApi, type NotesApi } from '#api/notes.ts';
import { useUserServices } from '#api/userServices.tsx';
import { NoteMark } from '#ui/NoteMark.tsx';

/** Marks for links to SIMs that have notes, by ICCID. */
export type Marks = ReadonlyMap<string, ReactNode>;

interface NoteMarksProps {
  iccids: readonly string[];
  /** When the list was read: the marks are read again with it. Omitted for a list that is not read. */
  readAt?: number | undefined;
  /** Called when the marks change; undefined until they are known, and if no SIM has notes. */
  onMarks: (marks: Marks | undefined) => void;
}

/** Reads which SIMs in a list have notes, after its rows have been rendered. With static hosting there are none. */
export function NoteMarks(props: NoteMarksProps) {
  const notes = notesApi(useUserServices().api);
  return notes && <GatewayMarks {...props} notes={notes} />;
}

function GatewayMarks({ notes, iccids, readAt, onMarks }: NoteMarksProps & { notes: NotesApi }) {
  const { data } = useQuery(noteCountsQuery(notes, useQueryClient(), iccids, readAt));
  const marks = useMemo(() => data && marksOf(data), [data]);
  useEffect(() => onMarks(marks ?? undefined), [marks, onMarks]);
  return null;
}

function marksOf(counts: Readonly<Record<string, number>>): Marks | undefined {
  const marks = Object.entries(counts).map(
    ([iccid, count]) => [iccid, <NoteMark key="notes" count={count} />] as const,
  );
  // An empty map would render the rows again.
  return marks.length === 0 ? undefined : new Map(marks);
}
