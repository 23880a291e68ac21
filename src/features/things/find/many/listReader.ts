import type { SessionRecords } from '#lib/sessionRecords.ts';

import { createLineReadings, readList } from './readList.ts';
import type { SliceServices } from './slices.ts';

const draftName = 'find many';
/** Longer text would fill the storage that all drafts share. */
const maxKept = 1_000_000;
/** Longer text is parsed after the event that inserted it, not in its handler. */
const readAtOnce = 5_000;

/** Stores and reads one list after another. */
export function createListReader(services: SliceServices & { readonly drafts: SessionRecords }) {
  const { drafts, pause } = services;
  const known = createLineReadings();
  let newest = new AbortController();

  function keep(text: string): boolean {
    const isKept = text === '' || (text.length <= maxKept && drafts.keep(draftName, text));
    if (text === '' || !isKept) drafts.drop(draftName);
    return isKept;
  }

  function stop(): AbortSignal {
    newest.abort();
    newest = new AbortController();
    return newest.signal;
  }

  return {
    /** The list stored for this tab; undefined if there is none. */
    kept() {
      const text = drafts.read(draftName);
      return typeof text === 'string' ? text : undefined;
    },
    /** Stops parsing: the list is about to change. */
    stop,
    /**
     * @param onKept called with whether a page reload would lose the list
     * @returns undefined if superseded by a newer list
     */
    async read(text: string, onKept: (isNotKept: boolean) => void) {
      const signal = stop();
      // For a long list, storing, reading and showing it are separate tasks.
      const breathe = text.length > readAtOnce ? pause : async () => undefined;
      await breathe();
      if (signal.aborted) return undefined;
      onKept(!keep(text));
      await breathe();
      const parsed = await readList(text, { ...services, known, signal });
      await breathe();
      return signal.aborted ? undefined : parsed;
    },
  };
}
