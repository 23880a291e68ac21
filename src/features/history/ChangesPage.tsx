import { useQuery } from '@tanstack/react-query';

import { messages } from '#api/groupMessages.ts';
import type { ThingsGroupList } from '#api/groups.ts';
import { groupsQuery, loadGroups } from '#api/groupsQuery.ts';
import type { ChangesList, ChangesQuery } from '#api/history.ts';
import { recordPages } from '#api/recordPages.ts';
import { usePagedExport } from '#api/usePagedExport.ts';
import { useReadNotice } from '#api/useReadNotice.ts';
import { useUserServices, type UserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';
import { dayFilterWords } from '#lib/dayStart.ts';
import { formatNumber } from '#lib/format.ts';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { RecordFilterForm } from '#ui/RecordFilters.tsx';
import { RecordsPage, type RecordWords } from '#ui/records/RecordsPage.tsx';
import { useShownList } from '#ui/records/useShownList.ts';
import { useFilterAddress } from '#ui/useFilterAddress.ts';

import { changesFileName, createChangesFile } from './changesFile.ts';
import { changesAddress, changesFilters } from './changesFilters.ts';
import { changesQuery, recordsOf, type Records } from './changesQueries.ts';
import { ChangesTable } from './ChangesTable.tsx';

import quiet from '#ui/records/records.module.css';

type PageQuery = Omit<ChangesQuery, 'groupId' | 'size'>;

const heading = 'Changes';

const words: RecordWords = {
  one: 'change',
  many: 'changes',
  loading: 'Loading the changes…',
  cutAdvice: 'There are older ones: choose fewer days to get them.',
  notKept: 'This installation keeps no history: a change is recorded only while it is being made.',
  none: 'No change was recorded yet. Every save of a Thing Group from this console appears here. Changes made elsewhere appear when a list shows them.',
  unmatched: ['No recorded change matches these filters.', 'Show all changes'],
  beyond: ['No older changes are kept.', 'Show the newest changes'],
};

/** Starts reading the groups, whose names the filter offers; without a gateway there is no list that it could filter. */
export function loadChanges(services: UserServices, request: Request): null {
  return services.api.records ? loadGroups(services, request) : null;
}

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
  const address = useFilterAddress<PageQuery>(changesAddress);
  const groupsOptions = groupsQuery(api);
  const groups = useQuery(groupsOptions);
  const groupsNotice = useReadNotice(groups, groupsOptions.queryKey, messages.doingList);
  // The list comes first: it shows what was changed elsewhere. Where it fails, the record is still there.
  const isListed = groups.data !== undefined || groups.failureReason !== null;
  const options = changesQuery(records, address.query);
  const query = useQuery({ ...options, enabled: isListed });
  const notice = useReadNotice(query, options.queryKey, 'load the changes');
  const list = useShownList(query, words.many);
  const file = usePagedExport(words.many);
  const { shown, stale } = list;
  const changes = shown?.changes ?? [];
  const readPage = recordPages(records.read, address.query);

  async function refresh() {
    const { isSuccess } = await groups.refetch({ cancelRefetch: false });
    // A new list makes the changes be read by itself.
    if (!isSuccess) await query.refetch({ cancelRefetch: false });
  }

  return (
    <RecordsPage
      heading={heading}
      intro={
        <RecordFilterForm
          filters={changesFilters}
          applied={address.texts}
          suggestions={{ group: namesOf(groups.data) }}
          onApply={address.setFilter}
        />
      }
      words={words}
      list={list}
      rows={changes.length}
      notices={
        <>
          <ReadNotice {...groupsNotice} />
          {isListed && <ReadNotice {...notice} />}
        </>
      }
      isWaiting={groups.isFetching}
      onRefresh={() => void refresh()}
      address={address}
      file={file}
      onExport={() =>
        file.start({
          read: readPage,
          rowsOf: (page) => page.changes,
          file: createChangesFile(),
          name: (isComplete) => changesFileName(address.texts, systemClock.now(), isComplete),
        })
      }
      pager={
        <>
          {stale ?? (shown && pageWords(shown))}
          <span className={quiet.quiet}> {dayFilterWords(address.texts)}</span>
          {shown && shown.keptDays > 0 && changes.length > 0 && (
            <span className={quiet.quiet}> {`Kept for ${dayWords(shown.keptDays)}.`}</span>
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
  const count = changes.length === 1 ? '1 change' : `${formatNumber(changes.length)} changes`;
  if (previous === null && next === null) return `${count}, the newest first.`;
  if (next === null) return `${count}, to the oldest one.`;
  return previous === null
    ? `The newest ${count}. There are older ones.`
    : `${count}. There are newer and older ones.`;
}

function dayWords(days: number): string {
  return days === 1 ? 'one day' : `${formatNumber(days)} days`;
}

function namesOf(list: ThingsGroupList | undefined): readonly string[] {
  const names = list?.groups.flatMap(({ ThingsGroupName: name }) => (name ? [name] : []));
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b));
}
