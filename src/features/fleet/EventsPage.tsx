import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';

import type { EventsList, FleetApi } from '#api/fleet.ts';
import { readState } from '#api/readState.ts';
import { useSignInAgain } from '#api/session/SessionProvider.tsx';
import { dayFilterWords } from '#lib/dayStart.ts';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { CursorPager } from '#ui/records/CursorPager.tsx';
import { RecordsPage } from '#ui/records/RecordsPage.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';
import { useHeldWhile } from '#ui/useHeldWhile.ts';

import { eventsQueryOf, isFiltered, noFilter, useEventsAddress } from './eventsAddress.ts';
import { EventsFilterForm } from './EventsFilterForm.tsx';
import { EventsTable } from './EventsTable.tsx';
import { eventsPageQuery } from './fleetQueries.ts';
import { useEventsExport } from './useRecordExport.ts';

import records from '#ui/records/records.module.css';

/** What changed of SIMs, the newest first, with filters in the address. */
export function EventsPage({ fleet }: { fleet: FleetApi }) {
  const queryClient = useQueryClient();
  const signInAgain = useSignInAgain();
  const { address, invalid, setFilter, turnTo } = useEventsAddress();
  const options = eventsPageQuery(fleet, eventsQueryOf(address));
  const query = useQuery(options);
  const file = useEventsExport(fleet);
  const current = query.isPlaceholderData ? undefined : query.data;
  // A failed read has no data, not even that of the page before, which stays on screen.
  const shown = useHeldWhile(query.data === undefined, query.data);
  const isStale = shown !== undefined && current === undefined;
  const leftOut = current?.isCursorInvalid ? [...invalid, 'before'] : invalid;

  return (
    <RecordsPage
      heading="What changed"
      back={<Link to={paths.fleet()}>← Back to Fleet</Link>}
      intro={<EventsFilterForm filter={address} onApply={setFilter} />}
      readAt={query.dataUpdatedAt}
      isFetching={query.isFetching}
      onRefresh={() => void query.refetch({ cancelRefetch: false })}
      file={{
        ...file,
        one: 'change',
        many: 'changes',
        cutAdvice: 'There are older ones: choose fewer days to get them.',
      }}
      onExport={() => file.start(eventsQueryOf({ ...address, before: '' }))}
      leftOut={leftOut}
    >
      <ReadNotice
        {...readState(query, 'load what changed')}
        onRetry={() => void query.refetch()}
        onCancel={() => void queryClient.cancelQueries({ queryKey: options.queryKey })}
        onSignIn={signInAgain}
      />
      {shown === undefined && query.isFetching && <TableSkeleton label="Loading what changed…" />}
      {shown && shown.unreadable > 0 && (
        <Notice tone="warning">
          {`${shown.unreadable} of these changes could not be read. Load the page again: the console may have been updated.`}
        </Notice>
      )}
      {shown && shown.events.length > 0 && (
        <EventsTable events={shown.events} isStale={isStale} now={query.dataUpdatedAt} />
      )}
      {shown?.events.length === 0 && shown.unreadable === 0 && (
        <NoEvents
          list={shown}
          isOlderPage={address.before !== ''}
          isFiltered={isFiltered(address)}
          onShowAll={() => setFilter(noFilter)}
          onShowNewest={() => turnTo('')}
        />
      )}
      {shown && (
        <CursorPager previous={shown.previous} next={shown.next} isStale={isStale} onTurn={turnTo}>
          {isStale ? 'These are the changes from before.' : pageWords(shown)}{' '}
          <span className={records.quiet}>{dayFilterWords(address)}</span>
        </CursorPager>
      )}
    </RecordsPage>
  );
}

function pageWords({ events, next, keptDays }: EventsList): string {
  if (events.length === 0) return '';
  const count = events.length === 1 ? '1 change' : `${formatNumber(events.length)} changes`;
  return `${count}${next === null ? ', to the oldest one' : ''}. Kept for ${formatNumber(keptDays)} days.`;
}

interface NoEventsProps {
  list: EventsList;
  /** On a page after the first. */
  isOlderPage: boolean;
  isFiltered: boolean;
  onShowAll: () => void;
  onShowNewest: () => void;
}

/** Says why there are no rows, with a way to some. */
function NoEvents({ list, ...props }: NoEventsProps) {
  if (list.keptDays === 0) {
    return (
      <Notice>
        This installation remembers nothing of SIMs: its operators have switched the memory off.
      </Notice>
    );
  }
  return (
    <div className={records.empty}>
      {props.isOlderPage ? (
        <>
          <p>No older changes are kept.</p>
          <Button onClick={props.onShowNewest}>Show the newest changes</Button>
        </>
      ) : props.isFiltered ? (
        <>
          <p>No change that was seen matches these filters.</p>
          <Button onClick={props.onShowAll}>Show all changes</Button>
        </>
      ) : (
        <p>No change was seen yet. It takes two readings of a SIM to see one.</p>
      )}
    </div>
  );
}
