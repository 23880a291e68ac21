import type { ComponentProps, ReactNode } from 'react';

import { ReadNotice } from './ReadNotice.tsx';

interface QueryViewProps<Data> {
  query: { readonly data: Data | undefined; readonly isFetching: boolean };
  /** What is said where the read has not just succeeded; undefined while something else is read first. */
  notice: ComponentProps<typeof ReadNotice> | undefined;
  /** In place of the data while it is read for the first time. */
  loading: ReactNode;
  /** Draws the data, also while it is read again and after that failed. */
  children: (data: Data) => ReactNode;
}

/** A read on a page: its data, that it is under way, or why there is none. */
export function QueryView<Data>({ query, notice, loading, children }: QueryViewProps<Data>) {
  const { data, isFetching } = query;
  return (
    <>
      {notice && <ReadNotice {...notice} />}
      {data === undefined ? isFetching && loading : children(data)}
    </>
  );
}
