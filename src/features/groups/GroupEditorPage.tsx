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

import { groupColumns } from './groupColumns.tsx';
import { GroupForm } from './GroupForm.tsx';
import { groupsQuery } from './groupsQueries.ts';
import { messages } from './messages.ts';

import styles from './GroupEditorPage.module.css';

/** One Thing Group: what the service reports of it, and the settings that can be changed. */
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
  // When a group disappears from the list, its form stays open with what was typed.
  const group = listed ?? (lastSeen?.ThingsGroupId === groupId ? lastSeen : undefined);

  return (
    <Page
      heading={heading(group, query.data !== undefined && unreadable === 0)}
      back={<Link to={paths.groups()}>← Back to Thing Groups</Link>}
      actions={group && <ThingsOfGroup group={group} />}
    >
      <ReadNotice
        {...readState(query, messages.doingList)}
        onRetry={() => void query.refetch()}
        onCancel={() => void queryClient.cancelQueries({ queryKey: listQuery.queryKey })}
        onSignIn={signInAgain}
      />
      {query.data === undefined && query.isFetching && (
        <TableSkeleton label="Loading the Thing Group…" rows={4} />
      )}
      {query.data !== undefined && !group && (
        <p role="status">
          {unreadable > 0
            ? unreadWords(unreadable)
            : `The service listed no group with the id ${groupId} for your customer. It may have been deleted.`}
        </p>
      )}
      {group && !listed && (
        <Notice tone="warning">
          {unreadable > 0
            ? unreadWords(unreadable)
            : 'The service no longer lists this group: it may have been deleted. What you typed is still here.'}
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
  return isLoaded ? 'No such Thing Group' : messages.heading;
}

function unreadWords(count: number): string {
  return count === 1
    ? 'One group in the list could not be read. It may be this one.'
    : `${count} groups in the list could not be read. It may be one of them.`;
}

function ThingsOfGroup({ group: { ThingsGroupName } }: { group: ThingsGroupRecord }) {
  if (!ThingsGroupName) return null;
  return (
    <Link to={paths.things(String(new URLSearchParams({ ThingsGroupName })))}>
      Things found by this name
    </Link>
  );
}

/** The fields of the form beside it. */
const inForm = new Set(['ThingsGroupName', 'LockMasterImei']);
const factColumns = groupColumns.filter(({ id }) => !inForm.has(id));

/** What the list reports of the group beside its settings. */
function GroupFacts({ group }: { group: ThingsGroupRecord }) {
  return (
    <dl className={styles.facts}>
      {factColumns.map(({ id, label, cell }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>{cell(group)}</dd>
        </div>
      ))}
      <div>
        <dt>ID</dt>
        <dd>{group.ThingsGroupId}</dd>
      </div>
    </dl>
  );
}
