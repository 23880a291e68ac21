import type { ComponentProps, ReactNode } from 'react';

import { Button } from '../Button.tsx';
import { Link } from '../Link.tsx';
import { QueryView } from '../QueryView.tsx';

interface RecordHistoryProps<Page> {
  /** A paged read, whose pages are shown one below the other. */
  query: {
    readonly data: { readonly pages: readonly Page[] } | undefined;
    readonly isFetching: boolean;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  notice: ComponentProps<typeof QueryView>['notice'];
  /** The text shown if there are no entries. */
  none: (page: Page | undefined) => string;
  /** URL of the page with the full history and its filters. */
  whole: string;
  /** CSS classes for the text shown if there are no entries, the entries, and the controls below them. */
  look: Readonly<Record<'quiet' | 'list' | 'end', string | undefined>>;
  entriesOf: (pages: readonly Page[]) => readonly ReactNode[];
}

/** The history of one record, newest first, as a list that grows downward. */
export function RecordHistory<Page>(props: RecordHistoryProps<Page>) {
  const { query, notice, none, whole, look, entriesOf } = props;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <QueryView {...{ query, notice }} loading={<p className={look.quiet}>Loading the history…</p>}>
      {({ pages }) => {
        const entries = entriesOf(pages);
        if (entries.length === 0) return <p className={look.quiet}>{none(pages[0])}</p>;
        return (
          <>
            <ol className={look.list}>{entries}</ol>
            <div className={look.end}>
              <Button
                small
                aria-disabled={!hasNextPage || isFetchingNextPage}
                onClick={() => {
                  if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
                }}
              >
                {hasNextPage ? 'Show older' : 'No older entries'}
              </Button>
              <Link to={whole}>Open the full history</Link>
            </div>
          </>
        );
      }}
    </QueryView>
  );
}
