import type { Job } from '#api/jobs/job.ts';

import type { FindEnd, FindMode, FindProgress } from './findRun.ts';
import type { ListFile } from './listFile.ts';
import type { ListText, Span } from './listText.ts';
import type { FindResults } from './outcomes.ts';
import type { IdentifierItem, ParsedList } from './readList.ts';

/** The list of a user, what it was read as, and the search for it. */
export interface FindState extends ListText {
  /** The text has no room in the browser's storage, so that a reload would lose it. */
  readonly isNotKept: boolean;
  /** What a file, Clear or a long insertion has replaced, until something else is typed. */
  readonly replaced: string | undefined;
  readonly file: ListFile | undefined;
  readonly column: number | 'all';
  readonly fileError: string | undefined;
  /** What the text was read as; undefined while it is being read. */
  readonly parsed: ParsedList | undefined;
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
  /** The search: apart from the state, because how far it is changes four times a second. */
  readonly job: Job<FindProgress, FindEnd>;
  /** Takes what the field holds after it was edited, with the cursor at this place of it. */
  readonly type: (value: string, cursor: number) => void;
  /** Replaces a part of the list with a text, which may be too long for the field. */
  readonly insert: (text: string, replaced: Span) => void;
  /** Shows another part of a long list in the field. */
  readonly turn: (to: 'previous' | 'next') => void;
  readonly goToLine: (line: number) => void;
  readonly clear: () => void;
  /** Brings back what a file or Clear has replaced. */
  readonly restore: () => void;
  readonly chooseFile: (file: File) => Promise<void>;
  readonly chooseColumn: (column: number | 'all') => Promise<void>;
  /** While the text is being read, this waits until it is, or until there is another text. */
  readonly find: (mode: FindMode) => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Looks up again what failed. */
  readonly retryFailed: () => Promise<void>;
}

export function isIdentifier(item: ParsedList['items'][number]): item is IdentifierItem {
  return item.kind === 'identifier';
}
