import type { Clock } from '#lib/clock.ts';
import { createListeners } from '#lib/listeners.ts';
import type { SessionRecords } from '#lib/sessionRecords.ts';

import {
  createFindRun,
  type FindEnd,
  type FindMode,
  type FindProgress,
  type FindRun,
  type FindServices,
} from './findRun.ts';
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
import type { FindResults } from './outcomes.ts';
import type { IdentifierItem, ListReading } from './readList.ts';
import type { SliceServices } from './slices.ts';

export interface FindState extends ListText {
  /** The text has no room in the browser's storage, so that a reload would lose it. */
  readonly isNotKept: boolean;
  /** What a file, Clear or a long insertion has replaced, until something else is typed. */
  readonly replaced: string | undefined;
  readonly file: ListFile | undefined;
  readonly column: number | 'all';
  readonly fileError: string | undefined;
  /** What the text was read as; undefined while it is being read. */
  readonly reading: ListReading | undefined;
  /** Find was pressed while the text was being read, and begins when it is. */
  readonly isFindPressed: boolean;
  readonly step: 'ready' | 'running' | 'ended';
  readonly mode: FindMode | undefined;
  /** Identifiers that the search looks for. */
  readonly total: number;
  readonly end: FindEnd | undefined;
  readonly results: FindResults | undefined;
}

export interface FindStore {
  readonly getSnapshot: () => FindState;
  /** @returns unsubscribes; without any subscriber a search stops */
  readonly subscribe: (listener: () => void) => () => void;
  /** Apart from the state, because it changes four times a second. */
  readonly getProgress: () => FindProgress;
  /** Takes what the field holds after it was edited, with the cursor at this place of it. */
  readonly type: (value: string, cursor: number) => void;
  /** Puts a text, which may be too long for the field, in place of a part of the list. */
  readonly insert: (text: string, replaced: Span) => void;
  /** Shows another part of a long list in the field. */
  readonly turn: (to: 'previous' | 'next') => void;
  readonly goToLine: (line: number) => void;
  readonly clear: () => void;
  /** Brings back what a file or Clear has replaced. */
  readonly restore: () => void;
  readonly chooseFile: (file: File) => Promise<void>;
  readonly chooseColumn: (column: number | 'all') => void;
  /** While the text is being read, this waits until it is, or until there is another text. */
  readonly find: (mode: FindMode) => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Looks up again what failed. */
  readonly retryFailed: () => Promise<void>;
  readonly cancel: () => void;
}

export interface FindStoreServices extends FindServices, SliceServices {
  readonly clock: Clock;
  readonly drafts: SessionRecords;
}

/** Milliseconds between two updates of the progress. */
const updateEveryMs = 250;
/** Milliseconds after which a reload of the page would lose something of a search. */
const keepEveryMs = 5_000;

/** The list of a person and the search for it, which outlive leaving the page for another one. */
export function createFindStore(services: FindStoreServices): FindStore {
  const { clock, drafts } = services;
  const listeners = createListeners({ onNone: () => abort.abort() });
  const reader = createListReader(services);
  const kept = reader.kept();
  let chosenFile: File | undefined;
  let abort = new AbortController();
  let run: FindRun | undefined;
  let searched: ListReading | undefined;
  let earlier: FindResults | undefined;
  let [updatedAt, keptAt] = [0, 0];
  let isFirst = kept !== undefined;
  let progress: FindProgress = { calls: 0, done: 0 };
  let state: FindState = {
    ...wholeText(''),
    isNotKept: false,
    replaced: undefined,
    file: undefined,
    column: 'all',
    fileError: undefined,
    reading: { items: [], leftOut: 0 },
    isFindPressed: false,
    step: 'ready',
    mode: undefined,
    total: 0,
    end: undefined,
    results: undefined,
  };
  if (kept !== undefined) setList(wholeText(kept));

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
      ...change,
      ...list,
      reading: undefined,
      isFindPressed: false,
    });
    void read(list.text);
  }

  async function read(text: string) {
    const reading = await reader.read(text, (isNotKept) => {
      if (isNotKept !== state.isNotKept) update({ isNotKept });
    });
    if (!reading) return;
    const isFindPressed = state.isFindPressed && reading.items.some(isIdentifier);
    update({ reading, isFindPressed });
    if (isFirst) restore(reading);
    isFirst = false;
  }

  function edit(list: ListText, change: Partial<FindState> = {}) {
    setList(list, list.text === '' ? { ...change, file: undefined } : change);
  }

  /** Shows what was found before the page was loaded again. */
  function restore(reading: ListReading) {
    const found = restoreResults(drafts, reading);
    if (!found) return;
    searched = reading;
    earlier = found.results;
    const isWhole = openItems().length === 0;
    const end = { kind: isWhole ? 'complete' : 'cancelled' } as const;
    update({ step: 'ended', end, ...found });
  }

  /** What was not looked for to the end. */
  function openItems(): readonly IdentifierItem[] {
    const items = searched?.items.filter(isIdentifier) ?? [];
    return items.filter((item) => !earlier?.outcomes.has(item));
  }

  function results(): FindResults | undefined {
    if (!run || !searched) return undefined;
    return {
      reading: searched,
      outcomes: new Map([...(earlier?.outcomes ?? []), ...run.outcomes()]),
      reads: new Map([...(earlier?.reads ?? []), ...run.reads()]),
    };
  }

  function keep(found: FindResults | undefined) {
    keptAt = clock.now();
    if (found && run) keepResults(drafts, run.mode, found);
  }

  function onProgress(next: FindProgress) {
    const now = clock.now();
    if (next.wait === undefined && now - updatedAt < updateEveryMs) return;
    updatedAt = now;
    progress = next;
    if (now - keptAt >= keepEveryMs) keep(results());
    listeners.notify();
  }

  async function start() {
    if (!run || state.step === 'running') return;
    abort = new AbortController();
    update({ step: 'running', end: undefined });
    const end = await run.run(abort.signal);
    const found = results();
    keep(found);
    update({ step: 'ended', end, results: found });
  }

  async function begin(items: readonly IdentifierItem[], mode: FindMode) {
    run = createFindRun(services, items, mode, onProgress);
    updatedAt = 0;
    keptAt = clock.now();
    progress = { calls: 0, done: 0 };
    update({ mode, total: items.length });
    await start();
  }

  return {
    getSnapshot: () => state,
    getProgress: () => progress,
    subscribe: listeners.subscribe,
    type: (value, cursor) => edit(typedText(state, value, cursor)),
    insert: (text, replaced) =>
      edit(insertedText(state, text, replaced), { replaced: state.text || undefined }),
    turn: (to) => setList(turnedText(state, to)),
    goToLine: (line) => setList(selectedLine(state, line)),
    clear: () => setList(wholeText(''), { file: undefined, replaced: state.text }),
    restore: () => setList(wholeText(state.replaced ?? ''), { file: undefined }),
    async chooseFile(file) {
      chosenFile = file;
      try {
        const found = await readListFile(file, services.pause);
        // Of two files, the one that was chosen last counts, however long it takes to read.
        if (chosenFile !== file) return;
        const column = found.columns.length > 0 ? found.best : 'all';
        const replaced = state.file || state.text === '' ? undefined : state.text;
        setList(wholeText(fileText(found, column)), { file: found, column, replaced });
      } catch (error) {
        if (!(error instanceof ListFileError)) throw error;
        if (chosenFile === file) update({ fileError: error.message });
      }
    },
    chooseColumn(column) {
      const { file, replaced } = state;
      if (file) setList(wholeText(fileText(file, column)), { column, replaced });
    },
    async find(mode) {
      if (state.step === 'running') return;
      if (!state.reading) {
        update({ isFindPressed: true });
        return;
      }
      searched = state.reading;
      earlier = undefined;
      dropResults(drafts);
      update({ results: undefined, isFindPressed: false });
      await begin(searched.items.filter(isIdentifier), mode);
    },
    async resume() {
      // After a reload of the page there is no run to go on with, but what it found is there.
      if (run) await start();
      else if (state.mode) await begin(openItems(), state.mode);
    },
    async retryFailed() {
      const { results: before } = state;
      if (!before || state.step === 'running') return;
      earlier = before;
      const failed = [...before.outcomes].filter(([, { kind }]) => kind === 'failed');
      await begin(
        failed.map(([item]) => item),
        'lookups',
      );
    },
    cancel: () => abort.abort(),
  };
}

export function isIdentifier(item: ListReading['items'][number]): item is IdentifierItem {
  return item.kind === 'identifier';
}
