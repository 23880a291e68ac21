import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useApi } from '#api/ApiProvider.tsx';
import { readState } from '#api/readState.ts';
import { formatClock } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';

import { useThingsAddress } from '../address/useThingsAddress.ts';
import { ThingsFilters } from '../filters/ThingsFilters.tsx';
import { messages } from '../messages.ts';
import { thingsPageQuery } from '../thingsQueries.ts';
import { NoThings } from './NoThings.tsx';
import { ThingsPager } from './ThingsPager.tsx';
import { ThingsTable } from './ThingsTable.tsx';

/** The list of SIMs: its address is its state. */
export function ThingsPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { address, invalid, patch } = useThingsAddress();
  const pageQuery = thingsPageQuery(api, address);
  const query = useQuery(pageQuery);
  const { data } = query;
  const shown = query.isPlaceholderData ? undefined : data;
  const rows = shown && shown.things.length + shown.unreadable;

  return (
    <Page
      heading={messages.heading}
      actions={
        <>
          {query.dataUpdatedAt > 0 && (
            <span>{messages.updated(formatClock(query.dataUpdatedAt))}</span>
          )}
          <Button
            small
            aria-disabled={query.isFetching}
            onClick={() => void query.refetch({ cancelRefetch: false })}
          >
            {messages.refresh}
          </Button>
        </>
      }
    >
      {invalid.length > 0 && <Notice tone="warning">{messages.invalidAddress(invalid)}</Notice>}
      <ThingsFilters address={address} onApply={patch} />
      <ReadNotice
        {...readState(query, messages.doingList)}
        onRetry={() => void query.refetch()}
        onCancel={() => void queryClient.cancelQueries({ queryKey: pageQuery.queryKey })}
      />
      {data !== undefined && data.unreadable > 0 && (
        <Notice tone="warning">
          {messages.unreadable(data.unreadable, data.things.length + data.unreadable)}
        </Notice>
      )}
      {data === undefined && query.isFetching && <TableSkeleton label={messages.loading} />}
      {data !== undefined && data.things.length > 0 && (
        <ThingsTable
          things={data.things}
          sort={address.sort}
          onSort={(sort) => patch({ sort })}
          busy={query.isPlaceholderData}
        />
      )}
      {rows === 0 && <NoThings address={address} onPatch={patch} />}
      {data !== undefined && (
        <ThingsPager address={address} rows={rows} more={shown?.more ?? 'no'} onChange={patch} />
      )}
    </Page>
  );
}
