import type { Job } from '#api/jobs/job.ts';

import type { FindEnd, FindMode, FindProgress } from './findRun.ts';
import type { ListFile } from './listFile.ts';
import type { ListText, Span } from './listText.ts';
import type { FindResults } from './outcomes.ts';
import type { IdentifierItem, ParsedList } from './readList.ts';

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

export interface FindStore {
  readonly getSnapshot: () => FindState;
  /** @returns a function that unsubscribes; a search without subscribers stops */
  readonly subscribe: (listener: () => void) => () => void;
  /** The search. Separate from the state, because its progress changes four times a second. */
  readonly job: Job<FindProgress, FindEnd>;
  /** Adopts the field's content and cursor position after an edit. */
  readonly type: (value: string, cursor: number) => void;
  /** Replaces part of the list with text that may be too long for the field. */
  readonly insert: (text: string, replaced: Span) => void;
  /** Shows another part of a long list in the field. */
  readonly turn: (to: 'previous' | 'next') => void;
  readonly goToLine: (line: number) => void;
  readonly clear: () => void;
  /** Restores the text that a file or Clear has replaced. */
  readonly restore: () => void;
  readonly chooseFile: (file: File) => Promise<void>;
  readonly chooseColumn: (column: number | 'all') => Promise<void>;
  /** If the text is still being read, waits until it has been read or replaced. */
  readonly find: (mode: FindMode) => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Retries the failed lookups. */
  readonly retryFailed: () => Promise<void>;
}

export function isIdentifier(item: ParsedList['items'][number]): item is IdentifierItem {
  return item.kind === 'identifier';
}
