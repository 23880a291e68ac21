import { lazy, useState } from 'react';
import { useLocation } from 'react-router';

import { documentedFields, settingKeys } from '#api/groupFields.ts';
import { messages } from '#api/groupMessages.ts';
import type { ThingsGroupRecord } from '#api/groups.ts';
import { groupsQuery } from '#api/groupsQuery.ts';
import { useRead } from '#api/useRead.ts';
import { useUserServices } from '#api/userServices.tsx';
import { whyUnsendable } from '#identifiers/groupId.ts';
import { decoded } from '#lib/decoded.ts';
import { paths } from '#paths.ts';
import { AllFields } from '#ui/AllFields.tsx';
import { Link } from '#ui/Link.tsx';
import { Notice } from '#ui/Notice.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { Page } from '#ui/Page.tsx';
import { QueryView } from '#ui/QueryView.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';

import { groupColumns } from '../list/groupColumns.tsx';
import { GroupForm } from './GroupForm.tsx';
import { isRunning } from './saveMachine.ts';
import { useGroupEditor } from './useGroupEditor.ts';

import styles from './GroupEditorPage.module.css';

const GroupHistory = lazy(async () => ({
  default: (await import('#features/history/GroupHistory.tsx')).GroupHistory,
}));

const LockWatch = lazy(async () => ({ default: (await import('./LockWatch.tsx')).LockWatch }));

/** One Thing Group: the values that the service reports, and the settings that can be changed. */
export function GroupEditorPage() {
  const groupId = useGroupId();
  const { api } = useUserServices();
  const read = useRead(groupsQuery(api), messages.doingList);
  const { data } = read.query;
  const listed = groupAt(data?.groups ?? [], groupId);
  const unreadable = data?.unreadable ?? 0;
  const [lastSeen, setLastSeen] = useState(listed);
  if (listed && listed !== lastSeen) setLastSeen(listed);
  // When a group disappears from the list, its form stays open with the user's edits.
  const group = listed ?? (lastSeen && groupAt([lastSeen], groupId));

  return (
    <Page
      heading={heading(group, data !== undefined && unreadable === 0)}
      back={<Link to={paths.groups()}>← Back to Thing Groups</Link>}
      actions={group && <ThingsOfGroup group={group} />}
    >
      <QueryView {...read} loading={<TableSkeleton label="Loading the Thing Group…" rows={4} />}>
        {() =>
          !group && (
            <p role="status">
              {unreadable > 0
                ? unreadWords(unreadable)
                : `The service lists no group with the ID ${groupId} for your customer. It may have been deleted.`}
            </p>
          )
        }
      </QueryView>
      {group && !listed && (
        <Notice tone="warning">
          {unreadable > 0
            ? unreadWords(unreadable)
            : 'The service no longer lists this group. It may have been deleted. Your edits are still here.'}
        </Notice>
      )}
      {group && (
        // Each group has its own form, with no state from the previous one.
        <GroupEditor key={groupId} group={group} />
      )}
    </Page>
  );
}

/** The id in the URL, decoded once; the router's own parameter would turn `%2F` in an id into a slash. */
function useGroupId(): string {
  const segment = useLocation().pathname.split('/').at(-1) ?? '';
  return decoded(segment) ?? segment;
}

/** The group with this id; if a URL cannot represent the id, the group with the same URL. */
function groupAt(groups: readonly ThingsGroupRecord[], groupId: string) {
  const address = paths.group(groupId);
  return (
    groups.find(({ ThingsGroupId }) => ThingsGroupId === groupId) ??
    groups.find(({ ThingsGroupId }) => paths.group(ThingsGroupId) === address)
  );
}

/** The form, and beside it the group's reported values and history. */
function GroupEditor({ group }: { group: ThingsGroupRecord }) {
  const editor = useGroupEditor(group);
  const hasRecords = useUserServices().api.records !== undefined;
  return (
    <div className={styles.columns}>
      <GroupForm group={group} editor={editor} />
      <div className={styles.beside}>
        {hasRecords && group.LockMasterImei === true && (
          // Has the same height before and after loading, so that nothing below moves.
          <div className={styles.lockWatch}>
            <OnDemand>
              <LockWatch group={group} />
            </OnDemand>
          </div>
        )}
        <GroupFacts group={group} />
        <section className={styles.card} aria-labelledby="history">
          <h2 id="history">History</h2>
          <OnDemand>
            <GroupHistory
              groupId={group.ThingsGroupId}
              isReadOnly={
                isRunning(editor.state) || whyUnsendable(group.ThingsGroupId) !== undefined
              }
              onUse={editor.fillFrom}
            />
          </OnDemand>
        </section>
      </div>
      <section className={styles.fields} aria-labelledby="all-fields">
        <h2 id="all-fields">All fields</h2>
        <AllFields
          record={group}
          knownOf={(name) => (documentedFields.has(name) ? 'documented' : undefined)}
        />
      </section>
    </div>
  );
}

function heading(group: ThingsGroupRecord | undefined, isLoaded: boolean): string {
  if (group) return group.ThingsGroupName || messages.unnamed;
  return isLoaded ? 'No such Thing Group' : messages.heading;
}

function unreadWords(count: number): string {
  return count === 1
    ? 'One group in the list could not be read. It may be this group.'
    : `${count} groups in the list could not be read. This group may be one of them.`;
}

function ThingsOfGroup({ group: { ThingsGroupName } }: { group: ThingsGroupRecord }) {
  if (!ThingsGroupName) return null;
  return (
    <Link to={paths.things(String(new URLSearchParams({ ThingsGroupName })))}>
      Find Things by this group name
    </Link>
  );
}

/** The fields in the form beside it. */
const inForm: ReadonlySet<string> = new Set(settingKeys);
const factColumns = groupColumns.filter(({ id }) => !inForm.has(id));

/** The group's reported values other than its settings. */
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
