import { useState } from 'react';
import { useNavigate } from 'react-router';

import { addedWords } from '#api/workSet/addedWords.ts';
import type { ChosenThing } from '#api/workSet/entries.ts';
import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import type { Added } from '#api/workSet/workSet.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Link } from '#ui/Link.tsx';
import type { Selection } from '#ui/selection/useSelection.ts';

/** Actions for the SIMs selected in a list. */
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
      <AddedStatus added={done?.chosen === chosen && done.added} />
    </>
  );
}

/** How many SIMs were added to the work set. */
export function AddedStatus({ added }: { added: Added | false | undefined }) {
  return (
    <span role="status">
      {added && (
        <>
          {addedWords(added)} <Link to={paths.workSet()}>Open the work set</Link>
        </>
      )}
    </span>
  );
}

/** How many SIMs can be compared. */
export const comparedSims = { min: 2, max: 4 } as const;

/** Why this number of SIMs cannot be compared; undefined if it can. */
export function compareProblem(count: number): string | undefined {
  const { min, max } = comparedSims;
  return count < min || count > max ? `Select ${min} to ${max} SIMs to compare them` : undefined;
}

/** A stable key for a SIM in a selection. */
export function iccidOf({ thing }: ChosenThing): string {
  return thing.ExternalUniqueId;
}
