import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';

import { describeError } from '#api/describeError.ts';
import { ApiError } from '#api/errors.ts';
import type { InventoryList } from '#api/inventory.ts';
import { addedWords } from '#api/workSet/addedWords.ts';
import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import { maxWorkSet, type Added } from '#api/workSet/workSet.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';

type ReadPage = (
  cursor: string,
  signal: AbortSignal,
) => Promise<Pick<InventoryList, 'things' | 'next'>>;

interface AddAllProps {
  readPage: ReadPage;
  addedFrom: string;
}

type State =
  | { readonly step: 'idle' | 'reading' }
  | { readonly step: 'added'; readonly added: Added }
  | { readonly step: 'failed'; readonly error: ApiError };

/**
 * Puts all SIMs of a list into the work set, by their ICCIDs: what the memory knows of them may be old, so the set
 * has no records until they are read again.
 */
export function AddAll({ readPage, addedFrom }: AddAllProps) {
  const { workSet } = useWorkSet();
  const [state, setState] = useState<State>({ step: 'idle' });
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);

  async function add(): Promise<void> {
    abort.current = new AbortController();
    const { signal } = abort.current;
    setState({ step: 'reading' });
    try {
      const iccids = await allIccids(readPage, signal);
      if (signal.aborted) return;
      const added = workSet.add(iccids.map((iccid) => ({ iccid, addedFrom })));
      setState({ step: 'added', added });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      setState({ step: 'failed', error });
    }
  }

  return (
    <>
      <Button
        small
        aria-disabled={state.step === 'reading'}
        onClick={() => {
          if (state.step === 'reading') return;
          add().catch((error: unknown) =>
            // A bug, for the error boundary of the page.
            setState(() => {
              throw error;
            }),
          );
        }}
      >
        Add to work set
      </Button>
      <span role="status">
        {state.step === 'reading' && 'Reading the list…'}
        {state.step === 'added' && (
          <>
            {addedWords(state.added)} <Link to={paths.workSet()}>Open the work set</Link>
          </>
        )}
      </span>
      {state.step === 'failed' && (
        <ErrorNotice {...describeError(state.error, 'read the list for the work set')} />
      )}
    </>
  );
}

/** Reads a list to its end; one row more than fits is enough to say how many do not. */
async function allIccids(readPage: ReadPage, signal: AbortSignal): Promise<readonly string[]> {
  const iccids: string[] = [];
  let cursor: string | null = '';
  do {
    // oxlint-disable-next-line no-await-in-loop -- the cursor of a page is in the one before
    const page: Pick<InventoryList, 'things' | 'next'> = await readPage(cursor, signal);
    iccids.push(...page.things.map(({ iccid }) => iccid));
    cursor = page.next;
  } while (cursor !== null && iccids.length <= maxWorkSet);
  return iccids;
}
