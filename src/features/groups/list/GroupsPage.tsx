import { lazy, useDeferredValue, useMemo, useState, type ReactNode } from 'react';

import { messages } from '#api/groupMessages.ts';
import type { ThingsGroupList, ThingsGroupRecord } from '#api/groups.ts';
import { groupsQuery } from '#api/groupsQuery.ts';
import { useRead } from '#api/useRead.ts';
import { useUserServices } from '#api/userServices.tsx';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { DialogButton } from '#ui/DialogButton.tsx';
import { TextField } from '#ui/Field.tsx';
import { Notice } from '#ui/Notice.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { Page } from '#ui/Page.tsx';
import { QueryView } from '#ui/QueryView.tsx';
import { Refresh } from '#ui/Refresh.tsx';
import { SelectionBar } from '#ui/selection/SelectionBar.tsx';
import { useSelection, type Selection } from '#ui/selection/useSelection.ts';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';

import { severalGroupsDraft } from '../edit/keptRecords.ts';
import { networkNames, sortGroups } from './groupColumns.tsx';
import { GroupsTable } from './GroupsTable.tsx';
import { useGroupsAddress, useTypedText } from './useGroupsAddress.ts';

import styles from './GroupsPage.module.css';

/** All of the customer's Thing Groups; the list arrives complete, so filtering needs no call. */
export function GroupsPage() {
  const { api } = useUserServices();
  const read = useRead(groupsQuery(api), messages.doingList);
  const address = useGroupsAddress();
  // Typed text appears immediately; the rows follow when the browser has time.
  const filter = useDeferredValue(address.filter);
  const { data, dataUpdatedAt: readAt } = read.query;
  const { sort, wrongSort } = address;
  const selection = useSelection(idOf);
  const groups = useMemo(
    () => (data ? sortGroups(matchingGroups(data.groups, filter), sort) : []),
    [data, filter, sort],
  );

  return (
    <Page heading={messages.heading} actions={<Refresh {...read} />}>
      <QueryView {...read} loading={<TableSkeleton label="Loading Thing Groups…" />}>
        {(list) => (
          <>
            {list.unreadable > 0 && (
              <Notice tone="warning">
                {`${list.unreadable} of ${list.groups.length + list.unreadable} records could not be read.`}
              </Notice>
            )}
            {wrongSort !== undefined && (
              <Notice tone="warning">
                {`The address asks to sort by “${wrongSort}”, which is not a column. The groups are in the service’s order.`}
              </Notice>
            )}
            <FormerRunNotice groups={list.groups} readAt={readAt} />
            <GroupsFilter value={address.filter} onChange={address.setFilter}>
              {shownWords(groups.length, list.groups.length)}
            </GroupsFilter>
            <UnknownPrefixes groups={list.groups} filter={filter} />
            {groups.length > 0 ? (
              <>
                <GroupsTable {...{ groups, selection, sort }} onSort={address.setSort} />
                <p className={styles.legend}>
                  The bar below a number compares it with the largest in its column.
                </p>
              </>
            ) : (
              <NoGroups list={list} />
            )}
            <SelectionBar selection={selection} rows={groups}>
              <SetLockButton chosen={selection.chosen} list={list} readAt={readAt} />
            </SelectionBar>
          </>
        )}
      </QueryView>
    </Page>
  );
}

function idOf({ ThingsGroupId }: ThingsGroupRecord): string {
  return ThingsGroupId;
}

const loadDialog = () => import('../bulk/BulkDialog.tsx');
const SeveralGroupsDialog = lazy(async () => ({
  default: (await loadDialog()).SeveralGroupsDialog,
}));
const FormerRun = lazy(async () => ({ default: (await loadDialog()).FormerRun }));

interface SetLockButtonProps {
  chosen: Selection<ThingsGroupRecord>['chosen'];
  list: ThingsGroupList;
  /** When the list was read, in milliseconds since the epoch. */
  readAt: number;
}

/** The dialog keeps the groups as listed now, so that the user confirms exactly the values shown. */
function SetLockButton({ chosen, list, readAt }: SetLockButtonProps) {
  const listed = new Map(list.groups.map((group) => [idOf(group), group]));
  return (
    <DialogButton
      load={loadDialog}
      renderDialog={(onClose) => (
        <SeveralGroupsDialog
          groups={[...chosen].map(([id, group]) => listed.get(id) ?? group)}
          readAt={readAt}
          onClose={onClose}
        />
      )}
    >
      Set IMEI lock
    </DialogButton>
  );
}

/** Shows the outcome for groups whose locks were being set when the user left this page. */
function FormerRunNotice({
  groups,
  readAt,
}: Pick<ThingsGroupList, 'groups'> & Pick<SetLockButtonProps, 'readAt'>) {
  const { drafts } = useUserServices().work;
  const [hasRun, setHasRun] = useState(() => drafts.read(severalGroupsDraft) !== undefined);
  if (!hasRun) return null;
  return (
    <OnDemand onDismiss={() => setHasRun(false)}>
      <FormerRun groups={groups} readAt={readAt} onDone={() => setHasRun(false)} />
    </OnDemand>
  );
}

interface GroupsFilterProps {
  value: string;
  onChange: (text: string) => void;
  /** The number of matching groups, which is also announced. */
  children: ReactNode;
}

function GroupsFilter({ value, onChange, children }: GroupsFilterProps) {
  const { typed, type } = useTypedText(value, onChange);
  return (
    <div className={styles.filter}>
      <TextField
        type="search"
        label="Filter groups"
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <p role="status">{children}</p>
    </div>
  );
}

/** Groups whose name, id, description, profile, networks or IMEI prefix contains the text, ignoring case. */
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
      networkNames(group),
    ].some((part) => part?.toLowerCase().includes(wanted)),
  );
}

function shownWords(shown: number, of: number): string {
  return shown === of ? counted(of, 'group') : `${formatNumber(shown)} of ${counted(of, 'group')}`;
}

/** A digits-only filter could match a prefix that the service does not report. */
function UnknownPrefixes({ groups, filter }: Pick<ThingsGroupList, 'groups'> & { filter: string }) {
  const count = groups.filter(({ IMEIPrefix }) => IMEIPrefix === undefined).length;
  if (count === 0 || !/^\d+$/.test(filter.trim())) return null;
  return (
    <p>
      {count === 1
        ? 'One group does not report its IMEI prefix, which may contain this text.'
        : `${formatNumber(count)} groups do not report their IMEI prefix, which may contain this text.`}
    </p>
  );
}

/** Says nothing about unreadable records; the notice above counts them. */
function NoGroups({ list: { groups, unreadable } }: { list: ThingsGroupList }) {
  if (groups.length > 0) {
    return (
      <p>
        No group has this text in its reported name, ID, description, profile, networks or IMEI
        prefix.
      </p>
    );
  }
  return unreadable === 0 && <p>The service listed no Thing Groups.</p>;
}
