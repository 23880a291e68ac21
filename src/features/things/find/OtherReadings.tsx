import { Button } from '#ui/Button.tsx';

import type { ThingsAddress } from '../filters/thingsAddress.ts';
import { findMessages, reason } from './findMessages.ts';
import { otherReadings, readingFilter } from './readingFilter.ts';

import styles from './OtherReadings.module.css';

interface OtherReadingsProps {
  address: ThingsAddress;
  onPatch: (change: Partial<ThingsAddress>) => void;
}

/** Where nothing was found: what else the same digits can be, each one click away. */
export function OtherReadings({ address, onPatch }: OtherReadingsProps) {
  const others = otherReadings(address);
  return (
    <>
      {address.filters.IMEI !== undefined && <p>{findMessages.imeiMayBeImsi}</p>}
      {others.length > 0 && (
        <section aria-label={findMessages.others} className={styles.others}>
          <p>{findMessages.others}</p>
          <ul>
            {others.map((reading, index) => (
              <li key={`${reading.kind} ${reading.value}`}>
                <Button
                  aria-describedby={`other-reading-${index}`}
                  onClick={() => onPatch(readingFilter(reading))}
                >
                  {findMessages.other(findMessages.kinds[reading.kind], reading.value)}
                </Button>
                <span id={`other-reading-${index}`}>{reason(reading)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
