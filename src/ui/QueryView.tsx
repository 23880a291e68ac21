import type { ComponentProps, ReactNode } from 'react';

import { ReadNotice } from './ReadNotice.tsx';

interface QueryViewProps<Data> {
  query: { readonly data: Data | undefined; readonly isFetching: boolean };
  /** Shown unless the latest read has succeeded; undefined while another read has to finish first. */
  notice: ComponentProps<typeof ReadNotice> | undefined;
  /** Replaces the data during the first read. */
  loading: ReactNode;
  /** Renders the data, including while it is being read again and after that has failed. */
  children: (data: Data) => ReactNode;
}

/** A read on a page: its data, its progress, or the reason why there is no data. */
export function QueryView<Data>({ query, notice, loading, children }: QueryViewProps<Data>) {
  const { data, isFetching } = query;
  return (
    <>
      {notice && <ReadNotice {...notice} />}
      {data === undefined ? isFetching && loading : children(data)}
    </>
  );
}
