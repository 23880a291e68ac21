import { startTransition, useEffect, useMemo, type ReactNode } from 'react';

import type { ThingRecord } from '#api/things.ts';
import { useNames } from '#api/useNames.ts';
import type { ChosenThing } from '#api/workSet/entries.ts';
import { CodeName } from '#ui/CodeName.tsx';

import { codeIn } from '../codeIn.ts';
import type { ShownColumn } from './columns/columnLayout.ts';

/** What follows the code in a cell. */
export type NameIn = (fieldId: string, thing: ThingRecord) => ReactNode;

/** The width that the longest code leaves for the name, so that a name never needs a second line. */
const rooms: Readonly<Record<string, string>> = { 'LastLocation.MNC': 'calc(100% - 3em)' };
const roomAfterImei = 'calc(100% - 11.5em)';

/** Looks up the names of the codes in these columns. Undefined with static hosting; changes when names arrive. */
export function useNameIn(
  things: readonly ThingRecord[],
  columns: readonly ShownColumn[],
): NameIn | undefined {
  const codes = useMemo(
    () => things.flatMap((thing) => columns.map(({ field }) => codeIn(field.id, thing))),
    [things, columns],
  );
  const nameOf = useNames(codes);
  return useMemo(
    () =>
      nameOf &&
      ((fieldId, thing) => {
        const name = nameOf(codeIn(fieldId, thing));
        // Most cells have none, and a component for each would be slow.
        return name && <CodeName name={name} room={rooms[fieldId] ?? roomAfterImei} />;
      }),
    [nameOf],
  );
}

interface ThingNamesProps {
  rows: readonly ChosenThing[];
  columns: readonly ShownColumn[];
  /** Called when names arrive. */
  onNames: (nameIn: () => NameIn) => void;
}

/** Looks up the names of the codes in the rows, once the rows are on screen. */
export function ThingNames({ rows, columns, onNames }: ThingNamesProps) {
  const things = useMemo(() => rows.map(({ thing }) => thing), [rows]);
  const nameIn = useNameIn(things, columns);
  useEffect(() => {
    // Rendering the rows again is not urgent.
    if (nameIn) startTransition(() => onNames(() => nameIn));
  }, [nameIn, onNames]);
  return null;
}
