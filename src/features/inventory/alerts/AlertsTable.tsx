import { maxAlertGroups, type Alert, type Delivery } from '#api/alerts.ts';
import { checkLabels } from '#api/inventoryWords.ts';
import { absent, formatNumber } from '#lib/format.ts';
import { timeNear } from '#lib/span.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Details } from '#ui/Details.tsx';
import { Link } from '#ui/Link.tsx';
import { Time } from '#ui/records/Time.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';

import {
  causeWords,
  deliveryWords,
  destinationLabels,
  eventLabels,
  stateLabels,
} from './alertWords.ts';

import records from '#ui/records/records.module.css';
import styles from './Alerts.module.css';

interface AlertsTableProps {
  alerts: readonly Alert[];
  /** Whether the rows belong to an earlier query. */
  isStale: boolean;
  /** Times on this date are shown without the date. */
  now: number;
  onAcknowledge: (alert: Alert) => void;
}

const checkId = (index: number) => `alert-${index}`;

/** The alerts, with what each is about, who is handling it, and who was notified. */
export function AlertsTable({ alerts, isStale, now, onAcknowledge }: AlertsTableProps) {
  const columns: readonly DataColumn<Alert>[] = [
    {
      header: 'Check',
      rowHeader: true,
      card: 'line',
      cellId: checkId,
      className: styles.check,
      cell: ({ check }) => <Link to={paths.fleet(check)}>{checkLabels[check]}</Link>,
    },
    { header: 'SIMs', className: styles.figure, cell: (alert) => <Sims alert={alert} /> },
    { header: 'New', className: styles.new, cell: (alert) => <Fresh alert={alert} /> },
    {
      header: 'Since',
      card: 'wide',
      className: styles.since,
      cell: (alert) => <Since alert={alert} now={now} />,
    },
    {
      header: 'State',
      cell: ({ state }) => <span data-state={state}>{stateLabels[state]}</span>,
      className: styles.state,
    },
    {
      header: 'Acknowledged by',
      card: 'wide',
      className: styles.acknowledged,
      cell: (alert, index) => (
        <>
          <Acknowledged alert={alert} now={now} />
          {alert.state === 'open' && (
            <Button
              small
              aria-haspopup="dialog"
              aria-describedby={checkId(index)}
              onClick={() => onAcknowledge(alert)}
            >
              Acknowledge
            </Button>
          )}
        </>
      ),
    },
    {
      header: 'Delivered',
      card: 'wide',
      className: styles.delivered,
      cell: ({ deliveries }) => <Deliveries deliveries={deliveries} now={now} />,
    },
  ];
  return (
    <DataTable
      label="Alerts"
      className={styles.table}
      isCards
      {...{ columns, isStale }}
      rows={alerts}
      keyOf={({ id }) => id}
    />
  );
}

function Sims({ alert: { sims, worst } }: { alert: Alert }) {
  return (
    <>
      {formatNumber(sims)}
      {worst > sims && <span className={styles.more}>{`${formatNumber(worst)} at peak`}</span>}
    </>
  );
}

/** The SIMs found since somebody last looked, and their groups. */
function Fresh({ alert: { id, state, fresh, groups } }: { alert: Alert }) {
  if (state === 'resolved') return absent;
  return (
    <>
      {fresh > 0 ? (
        <Link to={paths.fleet('sims', `where=alert.is.${encodeURIComponent(id)}`)}>
          {formatNumber(fresh)}
        </Link>
      ) : (
        '0'
      )}
      {groups.length === maxAlertGroups && <span className={styles.more}>Largest groups</span>}
      {groups.length > 0 && (
        <ul className={styles.list}>
          {groups.map((group) => (
            <li key={group.id}>
              {group.id === null ? (
                'Without a group'
              ) : (
                <Link to={paths.group(group.id)}>{group.name ?? group.id}</Link>
              )}{' '}
              <span className={records.quiet}>{formatNumber(group.sims)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Since({ alert, now }: { alert: Alert; now: number }) {
  const { openedAt, grownAt, resolvedAt, cause } = alert;
  return (
    <>
      <Time at={openedAt} />
      {grownAt > openedAt && (
        <span className={styles.more}>{`More SIMs at ${timeNear(grownAt, now)}`}</span>
      )}
      {resolvedAt !== null && (
        <span className={styles.more}>{`Resolved at ${timeNear(resolvedAt, now)}`}</span>
      )}
      {cause && (
        <span className={styles.more}>
          {'After '}
          <Link to={paths.changes(String(new URLSearchParams({ groupId: cause.groupId })))}>
            {causeWords(cause)}
          </Link>
          {` at ${timeNear(cause.at, now)}`}
        </span>
      )}
    </>
  );
}

/** Who is handling it; for an alert that has grown since, who was. */
function Acknowledged({ alert: { acknowledged, state }, now }: { alert: Alert; now: number }) {
  if (!acknowledged) return state === 'open' ? null : absent;
  const { username, at, note } = acknowledged;
  return (
    <>
      {/* Isolated, because a name may be written from right to left. */}
      <p>
        <bdi>{username}</bdi>
        <span className={styles.more}>
          {`At ${timeNear(at, now)}${state === 'open' ? ', before it grew' : ''}`}
        </span>
      </p>
      {note !== '' && (
        <p className={styles.note} dir="auto">
          {note}
        </p>
      )}
    </>
  );
}

/** The newest message to each destination, and the earlier ones behind a button. */
function Deliveries({ deliveries, now }: Pick<Alert, 'deliveries'> & { now: number }) {
  if (deliveries.length === 0) return <span className={records.quiet}>No message</span>;
  const newest = [
    ...new Map(deliveries.toReversed().map((one) => [one.destination, one])).values(),
  ];
  const earlier = deliveries.filter((one) => !newest.includes(one));
  return (
    <>
      <DeliveryList deliveries={newest} now={now} />
      {earlier.length > 0 && (
        <Details label={`Earlier messages (${earlier.length})`}>
          <DeliveryList deliveries={earlier} now={now} />
        </Details>
      )}
    </>
  );
}

function DeliveryList({ deliveries, now }: { deliveries: readonly Delivery[]; now: number }) {
  return (
    <ul className={styles.list}>
      {deliveries.map((delivery) => (
        <li key={`${delivery.destination} ${delivery.event} ${delivery.at}`}>
          <b>{`${destinationLabels[delivery.destination]} (${eventLabels[delivery.event]})`}</b>{' '}
          <span data-delivery={delivery.state}>{deliveryWords(delivery, now)}</span>
        </li>
      ))}
    </ul>
  );
}
