import type { InventoryList } from '#api/inventory.ts';
import { useJob } from '#api/jobs/useJob.ts';
import { pageByPage, type ReadPage } from '#api/recordPages.ts';
import { addedWords } from '#api/workSet/addedWords.ts';
import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import { maxWorkSet, type Added } from '#api/workSet/workSet.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Link } from '#ui/Link.tsx';

interface AddAllProps {
  readPage: ReadPage<Pick<InventoryList, 'things' | 'count' | 'next'>>;
  addedFrom: string;
  /** Hides the button, because another one adds the selected SIMs. */
  isHidden: boolean;
}

/**
 * Adds all SIMs in a list to the work set, by ICCID only. The inventory's data may be old, so the set has no records
 * until its SIMs are read again.
 */
export function AddAll({ readPage, addedFrom, isHidden }: AddAllProps) {
  const { workSet } = useWorkSet();
  const { state, start, failure } = useJob<object, Added>('read the list for the work set');

  function add() {
    const iccids: string[] = [];
    const readOn = pageByPage(readPage);
    start({
      begin: {},
      async run(signal) {
        let count = 0;
        const isAll = await readOn(signal, (page) => {
          iccids.push(...page.things.map(({ iccid }) => iccid));
          ({ count } = page);
          // With one more row than the work set can hold, the set is full.
          return iccids.length <= maxWorkSet;
        });
        const done = workSet.add(iccids.map((iccid) => ({ iccid, addedFrom })));
        return isAll ? done : { ...done, leftOut: count - done.added - done.known };
      },
    });
  }

  return (
    <>
      {!isHidden && (
        <Button small aria-disabled={state.step === 'running'} onClick={add}>
          Add to work set
        </Button>
      )}
      <span role="status">
        {state.step === 'running' && 'Reading the list…'}
        {state.step === 'done' && <AddedWords added={state.result} />}
      </span>
      {failure && <ErrorNotice {...failure} />}
    </>
  );
}

export function AddedWords({ added }: { added: Added }) {
  return (
    <>
      {addedWords(added)} <Link to={paths.workSet()}>Open the work set</Link>
    </>
  );
}
