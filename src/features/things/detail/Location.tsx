import { lazy } from 'react';

import type { ThingRecord } from '#api/things.ts';
import { useNames } from '#api/useNames.ts';
import { formatNumber, formatTime, isTimestamp } from '#lib/format.ts';
import { ago } from '#lib/relativeTime.ts';
import { withName } from '#lib/withName.ts';
import { OnDemand } from '#ui/OnDemand.tsx';

import { codeIn } from '../codeIn.ts';
import { positionOf, positionText } from '../map/position.ts';
import { clockToleranceMs } from './whyNoService.ts';

import styles from './ThingView.module.css';

const LocationMap = lazy(async () => ({
  default: (await import('../map/LocationMap.tsx')).LocationMap,
}));

/**
 * The last location reported by the network, on a map, with the same information in words.
 *
 * @param props.now when the record was read, in milliseconds since the epoch
 */
export function Location({ thing, now }: { thing: ThingRecord; now: number }) {
  const position = positionOf(thing);
  const words = positionWords(position, thing);
  const network = codeIn('LastLocation.MNC', thing);
  const nameOf = useNames([network]);
  return (
    <div className={styles.location}>
      {position.kind === 'usable' && (
        <div className={styles.map}>
          <OnDemand>
            <LocationMap {...position} label={words} />
          </OnDemand>
        </div>
      )}
      <p>{words}</p>
      <p>{ageWords(thing, now)}</p>
      <p>{sourceWords(thing, nameOf?.(network))}</p>
    </div>
  );
}

function positionWords(
  position: ReturnType<typeof positionOf>,
  { LastLocation }: ThingRecord,
): string {
  switch (position.kind) {
    case 'none':
      return 'This record has no location to show on the map.';
    case 'zero':
      return 'The record gives the position 0, 0, which many systems use when the location is unknown. It is not shown on the map.';
    case 'odd':
      return `The record gives the position ${position.latitude}, ${position.longitude}, which is not a place on Earth. It is not shown on the map.`;
    case 'usable': {
      const { latitude, longitude, accuracyKm } = position;
      const accuracy = accuracyWords(accuracyKm, LastLocation?.AccuracyInKM);
      return `Position ${positionText(latitude, longitude)}${accuracy}.`;
    }
  }
}

function accuracyWords(usable: number | undefined, stated: number | undefined): string {
  if (usable !== undefined) {
    return `, accurate to about ${formatNumber(usable)} km according to the service`;
  }
  return stated === undefined
    ? ', accuracy not stated'
    : `; the accuracy in the record, ${formatNumber(stated)} km, is not valid`;
}

function ageWords({ LastLocation }: ThingRecord, now: number): string {
  const at = LastLocation?.Timestamp;
  if (at === undefined || at === 0) return 'The record does not say when it was reported.';
  if (!isTimestamp(at)) return `The time in the record, ${at}, is not a valid time.`;
  return at > now + clockToleranceMs
    ? `Reported for ${formatTime(at)}, which was in the future when the record was read.`
    : `Reported ${ago(at, now)}, at ${formatTime(at)}.`;
}

function sourceWords({ LastLocation, MnoName }: ThingRecord, network: string | undefined): string {
  const { MCC, MNC, Type, IsLocationTypeAccurate: isAccurate } = LastLocation ?? {};
  const parts = [
    MCC === undefined ? '' : `MCC ${MCC}`,
    MNC === undefined ? '' : withName(`MNC ${MNC}`, network),
    Type === undefined || Type === '' ? '' : `location type “${Type}”`,
    isAccurate === undefined
      ? ''
      : `which the service calls ${isAccurate ? 'accurate' : 'not accurate'}`,
  ].filter((part) => part !== '');
  const source =
    parts.length === 0 ? 'The record does not name a source.' : `Source: ${parts.join(', ')}.`;
  // The record does not say whether this operator's network reported the location.
  return MnoName === undefined || MnoName === ''
    ? source
    : `${source} Operator in the record: ${MnoName}.`;
}
