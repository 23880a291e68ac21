import { useState } from 'react';

import type { ThingRecord } from '#api/things.ts';
import { CopyButton } from '#ui/CopyButton.tsx';

import { flatFields } from './flatFields.ts';
import { thingMessages as messages } from './thingMessages.ts';

import styles from './ThingView.module.css';

/** The whole record as it came, also what is not known by name. */
export function AllFields({ thing }: { thing: ThingRecord }) {
  const [sought, setSought] = useState('');
  const fields = flatFields(thing.raw);
  const words = sought.trim().toLowerCase();
  const found = fields.filter(({ path, value }) =>
    `${path} ${value}`.toLowerCase().includes(words),
  );
  return (
    <section aria-label={messages.allFields} className={styles.section}>
      <h3>{messages.allFields}</h3>
      <p className={styles.lead}>{messages.allFieldsLead}</p>
      <div className={styles.fieldTools}>
        <input
          type="search"
          className={styles.search}
          aria-label={messages.searchFields}
          placeholder={messages.searchFields}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
        <CopyButton text={JSON.stringify(thing.raw, null, 2)} label={messages.copyJson} />
      </div>
      <p role="status" className={styles.lead}>
        {words !== '' &&
          (found.length === 0
            ? messages.noFields
            : messages.fieldsFound(found.length, fields.length))}
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
