import { useState } from 'react';

import type { ThingRecord } from '#api/things.ts';
import { CopyButton } from '#ui/CopyButton.tsx';

import { SectionHeading } from './SectionHeading.tsx';

import styles from './ThingView.module.css';

/** The whole original record, including unknown fields. */
export function AllFields({ thing }: { thing: ThingRecord }) {
  const [typed, setTyped] = useState('');
  const fields = flatFields(thing.raw);
  const wanted = typed.trim().toLowerCase();
  const found = fields.filter(({ path, value }) =>
    `${path} ${value}`.toLowerCase().includes(wanted),
  );
  return (
    <section aria-label="All fields" className={styles.section}>
      <SectionHeading>All fields</SectionHeading>
      <p className={styles.lead}>Every field of the record, as it came.</p>
      <div className={styles.fieldTools}>
        <input
          type="search"
          className={styles.search}
          aria-label="Search fields"
          placeholder="Search fields"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <CopyButton text={JSON.stringify(thing.raw, null, 2)} label="Copy as JSON" />
      </div>
      <p role="status" className={styles.lead}>
        {wanted !== '' &&
          (found.length === 0
            ? 'No field has this in its name or value.'
            : `${found.length} of ${fields.length} fields.`)}
      </p>
      <dl className={styles.raw}>
        {found.map(({ path, value }) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
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

/** Nearly all names are one word and stay unchanged. */
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
