import type { ReactNode } from 'react';

import { absent, formatNumber, formatTime, utcTime } from '#lib/format.ts';
import { listTexts } from '#lib/listTexts.ts';

import { blockWords } from './blocks.ts';
import type { FieldKind } from './thingFields.ts';

import styles from './ThingValue.module.css';

/** A field's value in words, or "—" if it is invalid. Not a component, because tables have too many cells. */
export function fieldValue(kind: FieldKind, value: unknown): ReactNode {
  if (Array.isArray(value)) return listTexts(value).join(', ') || absent;
  if (typeof value === 'string') return value === '' ? absent : text(kind, value);
  if (typeof value === 'number') return number(kind, value);
  if (typeof value === 'boolean') return flag(kind, value);
  return typeof value === 'object' && value !== null ? record(kind, { ...value }) : absent;
}

function flag(kind: FieldKind, value: boolean): ReactNode {
  if (kind !== 'blockFlag') return value ? 'Yes' : 'No';
  return value ? barred('Blocked') : 'Allowed';
}

function text(kind: FieldKind, value: string): ReactNode {
  if (kind === 'state') return stateBadge(value);
  return kind === 'identifier' ? <span className={styles.mono}>{value}</span> : value;
}

function number(kind: FieldKind, value: number): ReactNode {
  if (kind === 'time') return <Time value={value} />;
  return kind === 'number' ? formatNumber(value) : text(kind, String(value));
}

function record(kind: FieldKind, fields: Record<string, unknown>): ReactNode {
  if (kind === 'blocks') return blocks(fields);
  if (kind === 'position') return <Position fields={fields} />;
  // The API document does not show the field's type, so the value is left unchanged.
  const written = JSON.stringify(fields);
  return written === '{}' ? absent : <span className={styles.mono}>{written}</span>;
}

/** Every flag that is set blocks a service. */
function blocks(fields: Record<string, unknown>): ReactNode {
  const words = blockWords(fields);
  if (!words) return absent;
  return words.none ?? barred(words.set.join(', '));
}

/** Renders a possibly long value as plain text. */
export function longValue(kind: FieldKind, value: unknown): string | undefined {
  if (kind === 'text' && typeof value === 'string') return value;
  if (Array.isArray(value)) return listTexts(value).join(', ');
  const hasFlags = kind === 'blocks' && typeof value === 'object' && value !== null;
  return hasFlags ? (blockWords({ ...value })?.set.join(', ') ?? '') : undefined;
}

function barred(words: string): ReactNode {
  return <span className={styles.blocked}>{words}</span>;
}

function Position({ fields: { Latitude, Longitude } }: { fields: Record<string, unknown> }) {
  if (typeof Latitude !== 'number' || typeof Longitude !== 'number') return absent;
  return (
    <span className={styles.mono}>
      {Latitude.toFixed(4)}, {Longitude.toFixed(4)}
    </span>
  );
}

function Time({ value }: { value: number }) {
  const utc = utcTime(value);
  if (utc === undefined) return formatTime(value);
  return (
    <time dateTime={utc} title={utc}>
      {formatTime(value)}
    </time>
  );
}

/**
 * The state, as the service names it, with a shape so that colour is not the only cue. CSS draws the shapes,
 * because separate elements would add a hundred nodes to a table.
 */
function stateBadge(state: string): ReactNode {
  const look = looks.get(state);
  return <span className={look ? `${styles.badge} ${look}` : styles.badge}>{state}</span>;
}

const looks = new Map([
  ['ACTIVE', styles.active],
  ['SUSPENDED', styles.suspended],
]);
