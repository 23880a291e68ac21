import { Button } from '../Button.tsx';

interface ShowOlderProps {
  /** A read of pages, each of which is shown below the ones before. */
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Adds the next page of a list that grows downward. */
export function ShowOlder({ query }: ShowOlderProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <Button
      small
      aria-disabled={!hasNextPage || isFetchingNextPage}
      onClick={() => {
        if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
      }}
    >
      {hasNextPage ? 'Show older' : 'No older ones'}
    </Button>
  );
}
