import { useState } from 'react';

import { CopyButton } from './CopyButton.tsx';
import { TextField } from './Field.tsx';

import styles from './AllFields.module.css';

/** Whether a field that the console reads is in the API document, or was only seen in public clients. */
export type Known = 'documented' | 'undocumented';

const markWords = {
  undocumented: 'not in the API document, but read by the console.',
  unknown: 'not in the API document, and shown nowhere else in the console.',
  'not as documented':
    'its value does not have the documented type, so the console does not use it.',
} as const;

interface AllFieldsProps {
  /** A record from the service: the parsed fields and the raw record. */
  record: { readonly raw: Readonly<Record<string, unknown>> };
  /** Undefined for a field that the console does not know. */
  knownOf: (name: string) => Known | undefined;
}

/** A complete record as the service sent it, including fields that the console does not know. */
export function AllFields({ record, knownOf }: AllFieldsProps) {
  const [typed, setTyped] = useState('');
  const { raw } = record;
  const fields = Object.keys(raw).flatMap((name) => {
    const known = knownOf(name);
    const isRead = raw[name] === null || Object.hasOwn(record, name);
    const mark = markFor(known, isRead);
    return flatFields({ [name]: raw[name] }).map((field) => ({ ...field, mark }));
  });
  const wanted = typed.trim().toLowerCase();
  const found = fields.filter(({ path, value, mark = '' }) =>
    `${path} ${mark} ${value}`.toLowerCase().includes(wanted),
  );
  const marks = new Set(fields.flatMap(({ mark }) => mark ?? []));
  return (
    <>
      <p className={styles.lead}>Every field of the record, as received.</p>
      {[...marks].map((mark) => (
        <p key={mark} className={styles.lead}>{`“${mark}”: ${markWords[mark]}`}</p>
      ))}
      <div className={styles.tools}>
        <TextField
          type="search"
          label="Search fields"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <CopyButton text={JSON.stringify(raw, null, 2)} label="Copy as JSON" />
      </div>
      <p role="status" className={styles.lead}>
        {wanted !== '' &&
          (found.length === 0
            ? 'No field name or value contains this text.'
            : `${found.length} of ${fields.length} fields.`)}
      </p>
      <dl className={styles.raw}>
        {found.map(({ path, value, mark }) => (
          <div key={path}>
            <dt>
              {path}
              {mark && <span className={styles.mark}>{` ${mark}`}</span>}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function markFor(known: Known | undefined, isRead: boolean): keyof typeof markWords | undefined {
  if (!known) return 'unknown';
  if (known === 'undocumented') return known;
  return isRead ? undefined : 'not as documented';
}

/** One value of a record and its path. */
export interface FlatField {
  /** Dotted, with indexes for lists; a name that would make it ambiguous is in brackets. */
  readonly path: string;
  /** As JSON, but strings without quotes. */
  readonly value: string;
}

/** All values of a record at any depth, including empty objects and lists. */
export function flatFields(record: Readonly<Record<string, unknown>>): readonly FlatField[] {
  return Object.entries(record).flatMap(([name, value]) => flatten(step(name), value));
}

/** A name that contains dots or brackets is put in brackets; nearly all names stay unchanged. */
function step(name: string): string {
  return /^[^.[\]]+$/.test(name) ? name : `[${JSON.stringify(name)}]`;
}

function flatten(path: string, value: unknown): readonly FlatField[] {
  if (typeof value === 'string') return [{ path, value }];
  if (typeof value === 'object' && value !== null) {
    const inner = Object.entries(value);
    if (inner.length > 0)
      return inner.flatMap(([name, one]) => flatten(`${path}.${step(name)}`, one));
  }
  return [{ path, value: JSON.stringify(value) ?? '' }];
}
