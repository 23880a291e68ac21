import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, type ReactNode } from 'react';

import type { ThingsGroupList, ThingsGroupRecord } from '#api/groups.ts';
import { readState } from '#api/readState.ts';
import { useSignInAgain } from '#api/session/SessionProvider.tsx';
import { useUserServices } from '#api/userServices.tsx';
import { formatClock, formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';

import { sortGroups } from './groupColumns.tsx';
import { groupsQuery } from './groupsQueries.ts';
import { GroupsTable } from './GroupsTable.tsx';
import { messages } from './messages.ts';
import { useGroupsAddress, useTypedText } from './useGroupsAddress.ts';

import styles from './GroupsPage.module.css';

/** All Thing Groups of the customer; they come whole, so filtering costs no call. */
export function GroupsPage() {
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const signInAgain = useSignInAgain();
  const listQuery = groupsQuery(api);
  const query = useQuery(listQuery);
  const address = useGroupsAddress();
  // What is typed shows at once; the rows follow when there is time.
  const filter = useDeferredValue(address.filter);
  const { data } = query;
  const { sort, wrongSort } = address;
  const groups = useMemo(
    () => (data ? sortGroups(matchingGroups(data.groups, filter), sort) : []),
    [data, filter, sort],
  );

  return (
    <Page
      heading={messages.heading}
      actions={
        <>
          {query.dataUpdatedAt > 0 && <span>{`Updated ${formatClock(query.dataUpdatedAt)}`}</span>}
          <Button
            small
            aria-disabled={query.isFetching}
            onClick={() => void query.refetch({ cancelRefetch: false })}
          >
            Refresh
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
      {data === undefined && query.isFetching && <TableSkeleton label="Loading Thing Groups…" />}
      {data !== undefined && (
        <>
          {data.unreadable > 0 && (
            <Notice tone="warning">
              {`${data.unreadable} of ${data.groups.length + data.unreadable} records could not be read.`}
            </Notice>
          )}
          {wrongSort !== undefined && (
            <Notice tone="warning">
              {`The address asks to sort by “${wrongSort}”, which is no column: the groups are in the order of the service.`}
            </Notice>
          )}
          <GroupsFilter value={address.filter} onChange={address.setFilter}>
            {shownWords(groups.length, data.groups.length)}
          </GroupsFilter>
          <UnknownPrefixes groups={data.groups} filter={filter} />
          {groups.length > 0 ? (
            <>
              <GroupsTable groups={groups} sort={sort} onSort={address.setSort} />
              <p className={styles.legend}>
                The line below a number compares it with the largest of its column.
              </p>
            </>
          ) : (
            <NoGroups list={data} />
          )}
        </>
      )}
    </Page>
  );
}

interface GroupsFilterProps {
  value: string;
  onChange: (text: string) => void;
  /** How many groups are left; also announced. */
  children: ReactNode;
}

function GroupsFilter({ value, onChange, children }: GroupsFilterProps) {
  const { typed, type } = useTypedText(value, onChange);
  return (
    <div className={styles.filter}>
      <input
        type="search"
        aria-label="Filter groups"
        placeholder="Filter groups"
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <p role="status">{children}</p>
    </div>
  );
}

/** Groups whose name, id, description, profile, networks or IMEI prefix holds the text, in any case. */
function matchingGroups(
  groups: readonly ThingsGroupRecord[],
  text: string,
): readonly ThingsGroupRecord[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return groups;
  return groups.filter((group) =>
    [
      group.ThingsGroupName,
      group.ThingsGroupId,
      group.ThingsGroupDescription,
      group.TelephonyProfileName,
      group.IMEIPrefix,
      ...(group.Networks ?? []).map((network) => network.NetworkName),
    ].some((part) => part?.toLowerCase().includes(wanted)),
  );
}

function shownWords(shown: number, of: number): string {
  return shown === of
    ? `${formatNumber(of)} groups`
    : `${formatNumber(shown)} of ${formatNumber(of)} groups`;
}

/** A group that does not report its prefix may match a filter of digits all the same. */
function UnknownPrefixes({ groups, filter }: Pick<ThingsGroupList, 'groups'> & { filter: string }) {
  const count = groups.filter(({ IMEIPrefix }) => IMEIPrefix === undefined).length;
  if (count === 0 || !/^\d+$/.test(filter.trim())) return null;
  return (
    <p>
      {count === 1
        ? 'One group does not report its IMEI prefix, which may have this text.'
        : `${formatNumber(count)} groups do not report their IMEI prefix, which may have this text.`}
    </p>
  );
}

/** Nothing is known of records that could not be read; the notice above counts them. */
function NoGroups({ list: { groups, unreadable } }: { list: ThingsGroupList }) {
  if (groups.length > 0) {
    return (
      <p>
        No group has this text in what is reported of its name, ID, description, profile, networks
        and IMEI prefix.
      </p>
    );
  }
  return unreadable === 0 && <p>The service listed no Thing Groups.</p>;
}
