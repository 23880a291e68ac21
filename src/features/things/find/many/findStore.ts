import { createJob } from '#api/jobs/job.ts';
import { stopOf, throwIfStopped, type ListServices } from '#api/jobs/pacedCalls.ts';
import type { Clock } from '#lib/clock.ts';
import { createListeners } from '#lib/listeners.ts';
import type { SessionRecords } from '#lib/sessionRecords.ts';

import { createFindRun, type FindMode, type FindProgress, type FindRun } from './findRun.ts';
import { dropResults, keepResults, restoreResults } from './keptResults.ts';
import { fileText, ListFileError, readListFile, type ListFile } from './listFile.ts';
import { createListReader } from './listReader.ts';
import {
  insertedText,
  selectedLine,
  turnedText,
  typedText,
  wholeText,
  type ListText,
  type Span,
} from './listText.ts';
import type { FindEnd, FindResults } from './outcomes.ts';
import type { IdentifierItem, ParsedList } from './readList.ts';
import type { SliceServices } from './slices.ts';

/** A user's list, its interpretation, and the search for its SIMs. */
export interface FindState extends ListText {
  /** Whether a reload would lose the text, because it does not fit in the browser's storage. */
  readonly isNotKept: boolean;
  /** The text that was replaced by a file, Clear or a long insertion, until the user types again. */
  readonly replaced: string | undefined;
  readonly file: ListFile | undefined;
  readonly column: number | 'all';
  readonly fileError: string | undefined;
  /** The interpretation of the text; undefined while the text is being read. */
  readonly parsed: ParsedList | undefined;
  /** Whether Find was clicked while the text was being read. The search then starts once the text has been read. */
  readonly isFindPressed: boolean;
  readonly step: 'ready' | 'running' | 'ended';
  readonly mode: FindMode | undefined;
  /** The number of identifiers in the search. */
  readonly total: number;
  readonly end: FindEnd | undefined;
  readonly results: FindResults | undefined;
}

export type FindStore = ReturnType<typeof createFindStore>;

export interface FindStoreServices extends ListServices, SliceServices {
  readonly clock: Clock;
  readonly drafts: SessionRecords;
}

/** Milliseconds between progress updates. */
const updateEveryMs = 250;
/** Milliseconds between saves of the results: a reload loses at most this much of a search. */
const keepEveryMs = 5_000;

/** A user's list and the search for its SIMs. They survive navigation to another page. */
export function createFindStore(services: FindStoreServices) {
  const { clock, drafts } = services;
  const job = createJob<FindProgress, FindEnd>({ clock, showEveryMs: updateEveryMs });
  const listeners = createListeners({ onNone: job.cancel });
  const reader = createListReader(services);
  const kept = reader.kept();
  let chosenFile: File | undefined;
  /** What its chosen column contained. */
  let loaded: string | undefined;
  let run: FindRun | undefined;
  let searched: ParsedList | undefined;
  /** The results of the earlier runs. */
  let earlier: FindResults | undefined;
  let isFirst = kept !== undefined;
  let state: FindState = {
    ...wholeText(''),
    isNotKept: false,
    replaced: undefined,
    file: undefined,
    column: 'all',
    fileError: undefined,
    parsed: { items: [], leftOut: 0 },
    isFindPressed: false,
    step: 'ready',
    mode: undefined,
    total: 0,
    end: undefined,
    results: undefined,
  };
  if (kept !== undefined) setList(wholeText(kept));
  job.subscribe(() => {
    const search = job.getSnapshot();
    if (search.step === 'idle') return;
    if (search.step !== 'running') {
      earlier = results();
      showEnd(search.step === 'done' ? search.result : stopOf(search.error));
      // The progress changes four times a second, so it is not part of the state.
    } else if (state.step !== 'running') update({ step: 'running', end: undefined });
  });

  function update(change: Partial<FindState>) {
    state = { ...state, ...change };
    listeners.notify();
  }

  function setList(list: ListText, change: Partial<FindState> = {}) {
    if (list.text === state.text && Object.keys(change).length === 0) {
      update(list);
      return;
    }
    update({
      fileError: undefined,
      replaced: undefined,
      isFindPressed: false,
      ...change,
      ...list,
      parsed: undefined,
    });
    void read(list.text);
  }

  async function read(text: string) {
    const parsed = await reader.read(text, (isNotKept) => {
      if (isNotKept !== state.isNotKept) update({ isNotKept });
    });
    if (!parsed) return;
    const isFindPressed = state.isFindPressed && parsed.items.some(isIdentifier);
    update({ parsed, isFindPressed });
    if (isFirst) restore(parsed);
    isFirst = false;
  }

  function edit(list: ListText, change: Partial<FindState> = {}) {
    setList(list, list.text === '' ? { ...change, file: undefined } : change);
  }

  /** The text, unless it is empty or still the file's: a person typed it, or corrected the file's. */
  function typed(): string | undefined {
    return state.text === '' || state.text === loaded ? undefined : state.text;
  }

  /** Shows the results from before a page reload. */
  function restore(parsed: ParsedList) {
    const found = restoreResults(drafts, parsed);
    if (!found) return;
    searched = parsed;
    earlier = found.results;
    update({ mode: found.mode });
    showEnd({ kind: 'complete' });
  }

  /** Shows the results; a complete run may have been about a part of the list, such as the failed lookups. */
  function showEnd(end: FindEnd) {
    const isPart = end.kind === 'complete' && openItems().length > 0;
    update({ step: 'ended', end: isPart ? { kind: 'cancelled' } : end, results: earlier });
  }

  /** The items that are still to be looked up. */
  function openItems(): readonly IdentifierItem[] {
    const items = searched?.items.filter(isIdentifier) ?? [];
    return items.filter((item) => !earlier?.outcomes.has(item));
  }

  function results(): FindResults | undefined {
    if (!run || !searched) return undefined;
    return {
      parsed: searched,
      outcomes: new Map([...(earlier?.outcomes ?? []), ...run.outcomes()]),
      reads: new Map([...(earlier?.reads ?? []), ...run.reads()]),
    };
  }

  async function begin(items: readonly IdentifierItem[], mode: FindMode) {
    const next = createFindRun(services, items, mode);
    run = next;
    update({ mode, total: items.length });
    await job.start({
      begin: { calls: 0, done: 0 },
      async run(signal, show) {
        const end = await next.run(signal, show);
        throwIfStopped(end, signal);
        return end;
      },
      keep: {
        everyMs: keepEveryMs,
        save() {
          const found = results();
          if (found) keepResults(drafts, mode, found);
        },
      },
    });
  }

  return {
    getSnapshot: () => state,
    /** The search. Separate from the state, because its progress changes four times a second. */
    job,
    /** @returns a function that unsubscribes; a search without subscribers stops */
    subscribe: listeners.subscribe,
    /** Adopts the field's content and cursor position after an edit. */
    type: (value: string, cursor: number) => edit(typedText(state, value, cursor)),
    /** Replaces part of the list with text that may be too long for the field. */
    insert: (text: string, replaced: Span) =>
      edit(insertedText(state, text, replaced), { replaced: state.text || undefined }),
    /** Shows another part of a long list in the field. */
    turn: (to: 'previous' | 'next') => setList(turnedText(state, to)),
    goToLine: (line: number) => setList(selectedLine(state, line)),
    clear: () => setList(wholeText(''), { file: undefined, replaced: state.text }),
    /** Restores the text that a file or Clear has replaced. */
    restore: () => setList(wholeText(state.replaced ?? ''), { file: undefined }),
    async chooseFile(file: File) {
      chosenFile = file;
      try {
        const found = await readListFile(file, services);
        const column = found.columns.length > 0 ? found.best : 'all';
        const text = await fileText(found, column, services);
        // If two files were chosen, the second one wins, however long each takes to read.
        if (chosenFile !== file) return;
        setList(wholeText(text), { file: found, column, replaced: typed() });
        loaded = text;
      } catch (error) {
        if (!(error instanceof ListFileError)) throw error;
        if (chosenFile === file) update({ fileError: error.message });
      }
    },
    async chooseColumn(column: number | 'all') {
      const { file, text: before } = state;
      if (!file) return;
      // The list is about to change, so Find cannot use the parsed one.
      reader.stop();
      update({ column, parsed: undefined });
      const text = await fileText(file, column, services);
      const isOutdated = state.file !== file || state.column !== column || state.text !== before;
      if (isOutdated) return;
      const { isFindPressed } = state;
      setList(wholeText(text), { column, replaced: typed() ?? state.replaced, isFindPressed });
      loaded = text;
    },
    /** If the text is still being read, waits until it has been read or replaced. */
    async find(mode: FindMode) {
      if (state.step === 'running') return;
      if (!state.parsed) {
        update({ isFindPressed: true });
        return;
      }
      searched = state.parsed;
      earlier = undefined;
      dropResults(drafts);
      update({ results: undefined, isFindPressed: false });
      await begin(searched.items.filter(isIdentifier), mode);
    },
    async resume() {
      if (!state.mode || state.step === 'running') return;
      // After a page reload or a retry there is no run to continue, only results.
      if (job.getSnapshot().step === 'stopped') await job.resume();
      else await begin(openItems(), state.mode);
    },
    /** Retries the failed lookups. */
    async retryFailed() {
      if (!earlier || state.step === 'running') return;
      const failed = [...earlier.outcomes].filter(([, { kind }]) => kind === 'failed');
      await begin(
        failed.map(([item]) => item),
        'lookups',
      );
    },
  };
}

export function isIdentifier(item: ParsedList['items'][number]): item is IdentifierItem {
  return item.kind === 'identifier';
}
