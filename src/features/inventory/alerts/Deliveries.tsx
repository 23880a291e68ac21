import type { Alert, Delivery } from '#api/alerts.ts';
import { Details } from '#ui/Details.tsx';

import { deliveryWords, destinationLabels, eventLabels } from './alertWords.ts';

import records from '#ui/records/records.module.css';
import styles from './Alerts.module.css';

/** The newest message to each destination, and the earlier ones behind a button. */
export function Deliveries({ deliveries, now }: Pick<Alert, 'deliveries'> & { now: number }) {
  if (deliveries.length === 0) return <span className={records.quiet}>No message</span>;
  const newest = [
    ...new Map(deliveries.toReversed().map((one) => [one.destination, one])).values(),
  ];
  const earlier = deliveries.filter((one) => !newest.includes(one));
  return (
    <>
      <List deliveries={newest} now={now} />
      {earlier.length > 0 && (
        <Details label={`Earlier messages (${earlier.length})`}>
          <List deliveries={earlier} now={now} />
        </Details>
      )}
    </>
  );
}

function List({ deliveries, now }: { deliveries: readonly Delivery[]; now: number }) {
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
