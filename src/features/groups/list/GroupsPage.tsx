import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';

import type { ThingsGroupList } from '#api/groups.ts';
import { readState } from '#api/readState.ts';
import { useSignInAgain } from '#api/session/SessionProvider.tsx';
import { useUserServices } from '#api/userServices.tsx';
import { formatClock } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';

import { groupsQuery } from '../groupsQueries.ts';
import { messages } from '../messages.ts';
import { matchingGroups } from './groupsFilter.ts';
import { GroupsFilter } from './GroupsFilter.tsx';
import { sortGroups } from './groupsSort.ts';
import { GroupsTable } from './GroupsTable.tsx';
import { listMessages } from './listMessages.ts';
import { useGroupsAddress } from './useGroupsAddress.ts';

import styles from './GroupsPage.module.css';

/** All Thing Groups of the customer; they come whole, so filtering costs no call. */
export function GroupsPage() {
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const signInAgain = useSignInAgain();
  const listQuery = groupsQuery(api);
  const query = useQuery(listQuery);
  const address = useGroupsAddress();
  // Letters come first; the rows follow when there is time.
  const filter = useDeferredValue(address.filter);
  const { data } = query;
  const { sort, wrongSort } = address;
  const order = sort?.column.id;
  const direction = sort?.direction;
  const groups = useMemo(
    () => (data ? sortGroups(matchingGroups(data.groups, filter), sort) : []),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `sort` is a new object each time; these two say it
    [data, filter, order, direction],
  );

  const hiddenPrefixes =
    data?.groups.filter(({ IMEIPrefix }) => IMEIPrefix === undefined).length ?? 0;

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
      <ReadNotice
        {...readState(query, messages.doingList)}
        onRetry={() => void query.refetch()}
        onCancel={() => void queryClient.cancelQueries({ queryKey: listQuery.queryKey })}
        onSignIn={signInAgain}
      />
      {data === undefined && query.isFetching && <TableSkeleton label={messages.loading} />}
      {data !== undefined && (
        <>
          {data.unreadable > 0 && (
            <Notice tone="warning">
              {messages.unreadable(data.unreadable, data.groups.length + data.unreadable)}
            </Notice>
          )}
          {wrongSort !== undefined && (
            <Notice tone="warning">{listMessages.wrongSort(wrongSort)}</Notice>
          )}
          <GroupsFilter value={address.filter} onChange={address.setFilter}>
            {messages.shown(groups.length, data.groups.length)}
          </GroupsFilter>
          {isPrefixLike(filter) && hiddenPrefixes > 0 && (
            <p>{messages.prefixesUnknown(hiddenPrefixes)}</p>
          )}
          {groups.length > 0 ? (
            <>
              <GroupsTable groups={groups} sort={sort} onSort={address.setSort} />
              <p className={styles.legend}>{listMessages.bars}</p>
            </>
          ) : (
            <NoGroups list={data} />
          )}
        </>
      )}
    </Page>
  );
}

/** Whether a text that groups are filtered by can be part of an IMEI prefix. */
function isPrefixLike(filter: string): boolean {
  return /^\d+$/.test(filter.trim());
}

/** Of records that could not be read nothing is known; the notice above counts them. */
function NoGroups({ list: { groups, unreadable } }: { list: ThingsGroupList }) {
  if (groups.length > 0) return <p>{messages.noneMatch}</p>;
  return unreadable === 0 && <p>{messages.empty}</p>;
}
