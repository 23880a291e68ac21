import { useHeldWhile } from '../useHeldWhile.ts';

/** A page of a record, as far as it could be read. */
export interface RecordList {
  readonly unreadable: number;
  readonly next: string | null;
  /** A gateway of the version before has none for some records. */
  readonly previous?: string | null | undefined;
  readonly isCursorInvalid: boolean;
}

/** What a page shows of the list that was asked for last, or else of the one before. */
export function useShownList<List extends RecordList>(
  query: {
    readonly data: List | undefined;
    readonly isPlaceholderData: boolean;
    readonly isFetching: boolean;
    readonly dataUpdatedAt: number;
  },
  many: string,
) {
  const { data, isPlaceholderData, isFetching } = query;
  // A failed read has no data, not even that of the page before, which stays on screen.
  const shown = useHeldWhile(data === undefined, data);
  const asked = isPlaceholderData ? undefined : data;
  const isStale = shown !== undefined && asked === undefined;
  const staleWords = isFetching ? `Loading other ${many}…` : 'Showing the previous page.';
  return {
    shown,
    isStale,
    /** What is said in place of the words for the rows while they are others than those asked for. */
    stale: isStale ? staleWords : undefined,
    isFetching,
    isCursorInvalid: asked?.isCursorInvalid === true,
    readAt: query.dataUpdatedAt,
  };
}
