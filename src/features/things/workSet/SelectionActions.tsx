import { useState } from 'react';
import { Link, useNavigate } from 'react-router';

import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import { maxWorkSet, type Added, type ChosenThing } from '#api/workSet/workSet.ts';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import type { Selection } from '#ui/selection/useSelection.ts';

/** What can be done with the SIMs that are chosen in a list. */
export function SelectionActions({ selection }: { selection: Selection<ChosenThing> }) {
  const { chosen } = selection;
  const { workSet } = useWorkSet();
  const navigate = useNavigate();
  const problem = compareProblem(chosen.size);
  const [done, setDone] = useState<{ readonly chosen: typeof chosen; readonly added: Added }>();
  return (
    <>
      <Button small onClick={() => setDone({ chosen, added: workSet.add([...chosen.values()]) })}>
        Add to work set
      </Button>
      <Button
        small
        aria-disabled={problem !== undefined}
        title={problem}
        onClick={() => {
          if (problem === undefined) void navigate(paths.compare(...chosen.keys()));
        }}
      >
        Compare
      </Button>
      <span role="status">
        {done?.chosen === chosen && (
          <>
            {addedWords(done.added)} <Link to={paths.workSet()}>Open the work set</Link>
          </>
        )}
      </span>
    </>
  );
}

/** How many SIMs a comparison takes. */
export const comparedSims = { min: 2, max: 4 } as const;

/** Why so many SIMs cannot be compared; undefined if they can. */
export function compareProblem(count: number): string | undefined {
  const { min, max } = comparedSims;
  return count < min || count > max ? `Select ${min} to ${max} SIMs to compare them` : undefined;
}

/** What became of adding SIMs to the work set, as sentences. */
export function addedWords({ added, known, leftOut }: Added): string {
  const sentences = [
    added > 0 || known === 0 ? `${formatNumber(added)} added.` : '',
    known > 0 ? `${formatNumber(known)} ${known === 1 ? 'was' : 'were'} in it already.` : '',
    leftOut > 0
      ? `${formatNumber(leftOut)} did not fit: it holds ${formatNumber(maxWorkSet)} at most.`
      : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** The stable key of a SIM in a selection. */
export function iccidOf({ thing }: ChosenThing): string {
  return thing.ExternalUniqueId;
}
