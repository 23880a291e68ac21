import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';

import type { ThingsGroupRecord } from '#api/groups.ts';
import { readState } from '#api/readState.ts';
import { useSignInAgain } from '#api/session/SessionProvider.tsx';
import { useUserServices } from '#api/userServices.tsx';
import { paths } from '#paths.ts';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';

import { groupsQuery } from '../groupsQueries.ts';
import { messages } from '../messages.ts';
import { GroupFacts } from './GroupFacts.tsx';
import { GroupForm } from './GroupForm.tsx';

import styles from './GroupEditorPage.module.css';

/** One Thing Group: what the service says of it, and the settings that can be changed. */
export function GroupEditorPage() {
  const { groupId = '' } = useParams();
  const { api } = useUserServices();
  const queryClient = useQueryClient();
  const signInAgain = useSignInAgain();
  const listQuery = groupsQuery(api);
  const query = useQuery(listQuery);
  const listed = query.data?.groups.find((candidate) => candidate.ThingsGroupId === groupId);
  const unreadable = query.data?.unreadable ?? 0;
  const [lastSeen, setLastSeen] = useState(listed);
  if (listed && listed !== lastSeen) setLastSeen(listed);
  // A group that leaves the list under an open form does not take along what was typed.
  const group = listed ?? (lastSeen?.ThingsGroupId === groupId ? lastSeen : undefined);

  return (
    <Page
      heading={heading(group, query.data !== undefined && unreadable === 0)}
      back={<Link to={paths.groups()}>← {messages.backToGroups}</Link>}
      actions={group && <ThingsOfGroup group={group} />}
    >
      <ReadNotice
        {...readState(query, messages.doingList)}
        onRetry={() => void query.refetch()}
        onCancel={() => void queryClient.cancelQueries({ queryKey: listQuery.queryKey })}
        onSignIn={signInAgain}
      />
      {query.data === undefined && query.isFetching && (
        <TableSkeleton label={messages.loadingGroup} rows={4} />
      )}
      {query.data !== undefined && !group && (
        <p role="status">
          {unreadable > 0
            ? messages.groupUnread(unreadable)
            : messages.groupNotFoundAdvice(groupId)}
        </p>
      )}
      {group && !listed && (
        <Notice tone="warning">
          {unreadable > 0 ? messages.groupUnread(unreadable) : messages.groupGone}
        </Notice>
      )}
      {group && (
        <div className={styles.columns}>
          <GroupForm key={groupId} group={group} />
          <GroupFacts group={group} />
        </div>
      )}
    </Page>
  );
}

function heading(group: ThingsGroupRecord | undefined, isLoaded: boolean): string {
  if (group) return group.ThingsGroupName || messages.unnamed;
  return isLoaded ? messages.groupNotFound : messages.heading;
}

function ThingsOfGroup({ group: { ThingsGroupName } }: { group: ThingsGroupRecord }) {
  if (!ThingsGroupName) return null;
  return (
    <Link to={paths.things(String(new URLSearchParams({ ThingsGroupName })))}>
      {messages.things}
    </Link>
  );
}
