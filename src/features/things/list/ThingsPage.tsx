import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';

import { useApi } from '#api/ApiProvider.tsx';
import { readState } from '#api/readState.ts';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';

import { useThingsAddress } from '../address/useThingsAddress.ts';
import { changed } from '../columns/columnLayout.ts';
import { useShownColumns } from '../columns/useShownColumns.ts';
import { ThingsFilters } from '../filters/ThingsFilters.tsx';
import { FindSim } from '../find/FindSim.tsx';
import { messages } from '../messages.ts';
import { useThingsPreferences } from '../preferences/useThingsPreferences.ts';
import { thingsPageQuery } from '../thingsQueries.ts';
import { NoThings } from './NoThings.tsx';
import { ThingsPager } from './ThingsPager.tsx';
import { ThingsTable } from './ThingsTable.tsx';
import { ThingsToolbar } from './ThingsToolbar.tsx';

/** The list of SIMs: its address is its state. */
export function ThingsPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { address, invalid, patch } = useThingsAddress();
  const pageQuery = thingsPageQuery(api, address);
  const query = useQuery(pageQuery);
  const { data } = query;
  const { iccid } = useParams();
  const { preferences } = useThingsPreferences();
  const columns = useShownColumns(data?.things);
  const shown = query.isPlaceholderData ? undefined : data;
  const rows = shown && shown.things.length + shown.unreadable;

  return (
    <Page
      heading={messages.heading}
      actions={
        <ThingsToolbar
          columns={columns}
          updatedAt={query.dataUpdatedAt}
          isFetching={query.isFetching}
          onRefresh={() => void query.refetch({ cancelRefetch: false })}
        />
      }
    >
      {invalid.length > 0 && <Notice tone="warning">{messages.invalidAddress(invalid)}</Notice>}
      <FindSim onFind={patch} shortcutsOn={preferences.shortcuts} />
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
          columns={columns.columns}
          density={preferences.density}
          sort={address.sort}
          onSort={(sort) => patch({ sort })}
          onResize={(id, width) => columns.choose(changed(columns.choices, id, { width }))}
          openIccid={iccid}
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
