import { lazy } from 'react';

import type { ThingRecord } from '#api/things.ts';
import { formatNumber, formatTime, isTimestamp } from '#lib/format.ts';
import { OnDemand } from '#ui/OnDemand.tsx';

import { positionOf, positionText } from '../map/position.ts';
import { relativeTime } from './relativeTime.ts';
import { thingMessages as messages } from './thingMessages.ts';

import styles from './ThingView.module.css';

const LocationMap = lazy(async () => ({
  default: (await import('../map/LocationMap.tsx')).LocationMap,
}));

/**
 * Where the network last reported the SIM: on a map, and in words, which hold all that the map shows.
 *
 * @param props.now when the record was read, in milliseconds since the epoch
 */
export function Location({ thing, now }: { thing: ThingRecord; now: number }) {
  const position = positionOf(thing);
  const words = positionWords(position, thing);
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
      <p>{sourceWords(thing)}</p>
    </div>
  );
}

function positionWords(
  position: ReturnType<typeof positionOf>,
  { LastLocation }: ThingRecord,
): string {
  switch (position.kind) {
    case 'none':
      return messages.noMap;
    case 'zero':
      return messages.zeroPosition;
    case 'odd':
      return messages.oddPosition(position.latitude, position.longitude);
    case 'usable': {
      const { latitude, longitude, accuracyKm } = position;
      const accuracy = accuracyWords(accuracyKm, LastLocation?.AccuracyInKM);
      return messages.mapText(positionText(latitude, longitude), accuracy);
    }
  }
}

function accuracyWords(usable: number | undefined, stated: number | undefined): string {
  if (usable !== undefined) return messages.accuracy(formatNumber(usable));
  return stated === undefined ? messages.noAccuracy : messages.oddAccuracy(formatNumber(stated));
}

function ageWords({ LastLocation }: ThingRecord, now: number): string {
  const at = LastLocation?.Timestamp;
  if (at === undefined || at === 0) return messages.seenUnknown;
  if (!isTimestamp(at)) return messages.seenOddly(at);
  return messages.seen(relativeTime(at, now), formatTime(at));
}

function sourceWords({ LastLocation, MnoName }: ThingRecord): string {
  const { MCC, MNC, Type, IsLocationTypeAccurate } = LastLocation ?? {};
  const parts = [
    MCC === undefined ? '' : `MCC ${MCC}`,
    MNC === undefined ? '' : `MNC ${MNC}`,
    Type === undefined || Type === '' ? '' : messages.sourceType(Type),
    IsLocationTypeAccurate === undefined
      ? ''
      : IsLocationTypeAccurate
        ? messages.sourceAccurate
        : messages.sourceInaccurate,
  ].filter((part) => part !== '');
  const source = parts.length === 0 ? messages.sourceUnknown : messages.source(parts.join(', '));
  // Nothing says that it was this operator's network that reported the place.
  return MnoName === undefined || MnoName === ''
    ? source
    : `${source} ${messages.operator(MnoName)}`;
}
