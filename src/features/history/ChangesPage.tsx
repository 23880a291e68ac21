import { messages } from '#api/groupMessages.ts';
import type { ThingsGroupList } from '#api/groups.ts';
import { groupsQuery, loadGroups } from '#api/groupsQuery.ts';
import type { ChangesList, ChangesQuery } from '#api/history.ts';
import { keys } from '#api/keys.ts';
import { useRead } from '#api/useRead.ts';
import { useRecordList } from '#api/useRecordList.ts';
import { useUserServices, type UserServices } from '#api/userServices.tsx';
import { counted } from '#lib/counted.ts';
import { dayFilterWords } from '#lib/dayStart.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { RecordFilterForm } from '#ui/RecordFilters.tsx';
import { GatewayOnly } from '#ui/records/GatewayOnly.tsx';
import { RecordsPage, type RecordWords } from '#ui/records/RecordsPage.tsx';
import { useFilterAddress } from '#ui/useFilterAddress.ts';

import { changeColumns } from './changesFile.ts';
import { changesAddress, changesFilters } from './changesFilters.ts';
import { recordsOf, type Records } from './changesQueries.ts';
import { ChangesTable } from './ChangesTable.tsx';

import quiet from '#ui/records/records.module.css';

type PageQuery = Omit<ChangesQuery, 'size'>;

const heading = 'Changes';

const words: RecordWords = {
  one: 'change',
  many: 'changes',
  loading: 'Loading the changes…',
  cutAdvice: 'There are older changes. To export them too, choose shorter periods.',
  notKept: 'This installation keeps no history.',
  none: 'No changes recorded yet. Saves of Thing Groups in this console appear here. Changes made elsewhere appear the next time the group is listed.',
  unmatched: ['No changes match these filters.', 'Show all changes'],
  beyond: ['No older changes are kept.', 'Show the newest changes'],
};

/** Starts reading the groups, whose names the filter suggests. Without a gateway, there is no list to filter. */
export function loadChanges(services: UserServices, request: Request): null {
  return services.api.records ? loadGroups(services, request) : null;
}

/** Who changed which Thing Group, when, and from what to what. */
export function ChangesPage() {
  const records = recordsOf(useUserServices().api);
  if (records) return <RecordedChanges records={records} />;
  return <GatewayOnly heading={heading} what="record changes" />;
}

function RecordedChanges({ records }: { records: Records }) {
  const { api } = useUserServices();
  const address = useFilterAddress<PageQuery>(changesAddress);
  const { query: groups, notice: groupsNotice } = useRead(groupsQuery(api), messages.doingList);
  // The group list is read first, because it reveals changes made elsewhere. If it fails, the history is still shown.
  const isListed = groups.data !== undefined || groups.failureReason !== null;
  const { before: _, from, to, ...filters } = address.texts;
  const { groupId } = filters;
  const only = groups.data?.groups.find(({ ThingsGroupId: id }) => id === groupId);
  const list = useRecordList({
    root: [...keys.changes, 'page'],
    read: records.read,
    query: address.query,
    isEnabled: isListed,
    rowsOf: (page) => page.changes,
    many: words.many,
    doing: 'load the changes',
    file: { name: 'changes', filters: { ...filters, from, to }, columns: changeColumns },
  });
  const { shown, stale, rows: changes } = list;

  async function refreshBoth() {
    const { isSuccess } = await groups.refetch({ cancelRefetch: false });
    // When a new list arrives, the changes are read again.
    if (!isSuccess) list.refresh();
  }

  return (
    <RecordsPage
      heading={heading}
      intro={
        <>
          <RecordFilterForm
            filters={changesFilters}
            applied={address.texts}
            suggestions={{ group: namesOf(groups.data) }}
            onApply={address.setFilter}
          />
          {groupId !== undefined && (
            <Notice>
              <span>{`Only changes to ${only?.ThingsGroupName || groupId} are listed.`}</span>
              <Button
                small
                onClick={() => address.setFilter({ ...address.texts, groupId: '', before: '' })}
              >
                Show all groups
              </Button>
            </Notice>
          )}
        </>
      }
      words={words}
      list={list}
      otherNotice={<ReadNotice {...groupsNotice} />}
      isWaiting={groups.isFetching}
      refresh={() => void refreshBoth()}
      address={address}
      pager={
        <>
          {stale ?? (shown && pageWords(shown))}
          <span className={quiet.quiet}> {dayFilterWords(address.texts)}</span>
          {shown && shown.keptDays > 0 && changes.length > 0 && (
            <span className={quiet.quiet}> {`Kept for ${counted(shown.keptDays, 'day')}.`}</span>
          )}
        </>
      }
    >
      <ChangesTable changes={changes} isStale={list.isStale} />
    </RecordsPage>
  );
}

function pageWords({ changes, next, previous }: ChangesList): string {
  if (changes.length === 0) return '';
  const count = counted(changes.length, 'change');
  if (previous === null && next === null) return `${count}, newest first.`;
  if (next === null) return `${count}, including the oldest.`;
  return previous === null
    ? `The newest ${count}. Older changes are on the next page.`
    : `${count}. Newer and older changes are on other pages.`;
}

function namesOf(list: ThingsGroupList | undefined): readonly string[] {
  const names = list?.groups.flatMap(({ ThingsGroupName: name }) => (name ? [name] : []));
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b));
}
