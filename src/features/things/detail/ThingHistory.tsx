import { useInfiniteQuery } from '@tanstack/react-query';

import { fleetApi, type FleetApi, type ThingEvent } from '#api/inventory.ts';
import { eventLabels, eventValue } from '#api/inventoryWords.ts';
import { keys } from '#api/keys.ts';
import { recordHistoryQuery } from '#api/recordQueries.ts';
import { useReadNotices } from '#api/useRead.ts';
import { useUserServices } from '#api/userServices.tsx';
import { utcTime } from '#lib/format.ts';
import { span } from '#lib/span.ts';
import { withName } from '#lib/withName.ts';
import { paths } from '#paths.ts';
import { RecordHistory } from '#ui/records/RecordHistory.tsx';

import styles from './ThingView.module.css';

/** The changes to one SIM, as seen in successive lists. */
export function ThingHistory({ iccid }: { iccid: string }) {
  const fleet = fleetApi(useUserServices().api);
  return fleet && <InventoryHistory fleet={fleet} iccid={iccid} />;
}

function InventoryHistory({ fleet, iccid }: { fleet: FleetApi; iccid: string }) {
  const pages = recordHistoryQuery([...keys.fleet, 'history'], fleet.events, { iccid });
  const query = useInfiniteQuery(pages);
  const noticeOf = useReadNotices();
  return (
    <RecordHistory
      query={query}
      notice={noticeOf(query, pages.queryKey, 'load the history of this SIM')}
      none={(page) =>
        page?.keptDays === 0
          ? 'This installation keeps no inventory of SIMs.'
          : 'No changes to this SIM seen yet. Changes appear once the SIM has been listed twice.'
      }
      whole={paths.fleet('changes', String(new URLSearchParams({ iccid })))}
      look={{ quiet: styles.lead, list: styles.history, end: styles.fieldTools }}
      entriesOf={(all) =>
        all
          .flatMap(({ events }) => events)
          .map((event) => <HistoryEntry key={event.id} event={event} now={query.dataUpdatedAt} />)
      }
    />
  );
}

function HistoryEntry({ event, now }: { event: ThingEvent; now: number }) {
  return (
    <li>
      <b>{eventLabels[event.kind]}</b>{' '}
      <span className={styles.when} title={`${utcTime(event.since)} to ${utcTime(event.at)}`}>
        {span(event, now)}
      </span>
      <p className={styles.change}>
        {/* Isolated, because a name may be written from right to left. */}
        <bdi>{withName(eventValue(event, 'before'), event.names?.before)}</bdi>
        {' → '}
        <bdi>{withName(eventValue(event, 'after'), event.names?.after)}</bdi>
      </p>
    </li>
  );
}
