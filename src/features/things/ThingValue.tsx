import type { ReactNode } from 'react';

import { absent, formatNumber, formatTime, utcTime } from '#lib/format.ts';

import { messages } from './messages.ts';
import { StateBadge } from './StateBadge.tsx';
import type { FieldKind } from './thingFields.ts';

import styles from './ThingValue.module.css';

/** A field's value in words; whatever cannot be one is "—", never a guess. */
export function ThingValue({ kind, value }: { kind: FieldKind; value: unknown }): ReactNode {
  if (value === undefined || value === null || value === '') return absent;
  if (Array.isArray(value)) {
    const texts = value.filter((item) => typeof item === 'string');
    return texts.length > 0 ? texts.join(', ') : absent;
  }
  if (typeof value === 'object') return ofRecord(kind, { ...value });
  switch (kind) {
    case 'time':
      return typeof value === 'number' ? <Time value={value} /> : String(value);
    case 'number':
      return typeof value === 'number' ? formatNumber(value) : String(value);
    case 'flag':
      return value === true ? 'Yes' : 'No';
    case 'state':
      return <StateBadge state={String(value)} />;
    case 'identifier':
      return <span className={styles.mono}>{String(value)}</span>;
    case 'text':
      return String(value);
    // These two are drawn from records only.
    case 'blocks':
    case 'position':
      return absent;
    default:
      return kind satisfies never;
  }
}

function ofRecord(kind: FieldKind, record: Record<string, unknown>): ReactNode {
  if (kind === 'blocks') return blocks(record);
  if (kind === 'position') return position(record);
  return absent;
}

/** The service's own names of the flags that are set: each is a thing that the SIM may not do. */
function blocks(record: Record<string, unknown>): ReactNode {
  const flags = Object.entries(record).filter(([, flag]) => typeof flag === 'boolean');
  if (flags.length === 0) return absent;
  const set = flags.filter(([, flag]) => flag === true).map(([name]) => name);
  if (set.length === 0) return messages.notBlocked;
  return (
    <span className={styles.blocked}>
      <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
        <path
          fill="currentColor"
          d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1M3 8c0-1 .3-2 .9-2.800l6.900 6.900A5 5 0 0 1 3 8m9.100 2.800L5.200 3.900a5 5 0 0 1 6.900 6.900"
        />
      </svg>
      {set.join(', ')}
    </span>
  );
}

function position({ Latitude, Longitude }: Record<string, unknown>): ReactNode {
  if (typeof Latitude !== 'number' || typeof Longitude !== 'number') return absent;
  return (
    <span className={styles.mono}>
      {Latitude.toFixed(4)}, {Longitude.toFixed(4)}
    </span>
  );
}

function Time({ value }: { value: number }) {
  const utc = utcTime(value);
  return utc === undefined ? (
    formatTime(value)
  ) : (
    <time dateTime={utc} title={utc}>
      {formatTime(value)}
    </time>
  );
}
