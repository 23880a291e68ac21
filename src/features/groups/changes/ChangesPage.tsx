import { useQuery, useQueryClient } from '@tanstack/react-query';

import type { ThingsGroupList } from '#api/groups.ts';
import { groupsQuery } from '#api/groupsQuery.ts';
import { readState } from '#api/readState.ts';
import { useSignInAgain } from '#api/session/SessionProvider.tsx';
import { useUserServices } from '#api/userServices.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { RecordsPage } from '#ui/records/RecordsPage.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';
import { useHeldWhile } from '#ui/useHeldWhile.ts';

import { messages } from '../messages.ts';
import { isFiltered, noFilter, queryOf, useChangesAddress } from './changesAddress.ts';
import { ChangesFilterForm } from './ChangesFilterForm.tsx';
import { ChangesPager, ListNotices, NoChanges } from './ChangesPager.tsx';
import { changesQuery, recordsOf, type Records } from './changesQueries.ts';
import { ChangesTable } from './ChangesTable.tsx';
import { useChangesExport } from './useChangesExport.ts';

const heading = 'Changes';

/** Who changed which Thing Group, when, and from what to what. */
export function ChangesPage() {
  const records = recordsOf(useUserServices().api);
  if (records) return <RecordedChanges records={records} />;
  return (
    <Page heading={heading}>
      <Notice>
        A gateway records changes. This installation has none: a plain web server serves the
        console. So there is nothing to show here.
      </Notice>
    </Page>
  );
}

function RecordedChanges({ records }: { records: Records }) {
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const signInAgain = useSignInAgain();
  const { address, invalid, setFilter, turnTo } = useChangesAddress();
  const file = useChangesExport(records);
  const groups = useQuery(groupsQuery(api));
  // The list comes first: it shows what was changed elsewhere. Where it fails, the record is still there.
  const isListed = groups.data !== undefined || groups.failureReason !== null;
  const pageQuery = changesQuery(records, queryOf(address));
  const query = useQuery({ ...pageQuery, enabled: isListed });
  const asked = query.isPlaceholderData ? undefined : query.data;
  // A failed read has no data, not even that of the page before, which stays on screen.
  const shown = useHeldWhile(query.data === undefined, query.data);
  const leftOut = asked?.isCursorInvalid ? [...invalid, 'before'] : invalid;
  const isStale = shown !== undefined && asked === undefined;

  async function refresh() {
    const { isSuccess } = await groups.refetch({ cancelRefetch: false });
    // A new list makes the changes be read by itself.
    if (!isSuccess) await query.refetch({ cancelRefetch: false });
  }

  return (
    <RecordsPage
      heading={heading}
      intro={
        <ChangesFilterForm filter={address} groupNames={namesOf(groups.data)} onApply={setFilter} />
      }
      readAt={query.dataUpdatedAt}
      isFetching={query.isFetching || groups.isFetching}
      onRefresh={() => void refresh()}
      file={{
        ...file,
        one: 'change',
        many: 'changes',
        cutAdvice: 'There are older ones: choose fewer days to get them.',
      }}
      onExport={() => file.start(address)}
      leftOut={leftOut}
    >
      <ReadNotice
        {...readState(groups, messages.doingList)}
        onRetry={() => void groups.refetch()}
        onCancel={() => void queryClient.cancelQueries({ queryKey: groupsQuery(api).queryKey })}
        onSignIn={signInAgain}
      />
      {isListed && (
        <ReadNotice
          {...readState(query, 'load the changes')}
          onRetry={() => void query.refetch()}
          onCancel={() => void queryClient.cancelQueries({ queryKey: pageQuery.queryKey })}
          onSignIn={signInAgain}
        />
      )}
      {shown === undefined && (query.isFetching || groups.isFetching) && (
        <TableSkeleton label="Loading the changes…" />
      )}
      {shown && (
        <>
          <ListNotices list={shown} />
          {shown.changes.length > 0 ? (
            <ChangesTable changes={shown.changes} isStale={isStale} />
          ) : (
            <NoChanges
              list={shown}
              isOlderPage={address.before !== ''}
              isFiltered={isFiltered(address)}
              onShowAll={() => setFilter(noFilter)}
              onShowNewest={() => turnTo('')}
            />
          )}
          <ChangesPager
            list={shown}
            isStale={isStale}
            isFetching={query.isFetching}
            filter={address}
            onTurn={turnTo}
          />
        </>
      )}
    </RecordsPage>
  );
}

function namesOf(list: ThingsGroupList | undefined): readonly string[] {
  const names = list?.groups.flatMap(({ ThingsGroupName: name }) => (name ? [name] : []));
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b));
}
