import { Link } from 'react-router';

import type { ThingRecord } from '#api/things.ts';
import { paths } from '#paths.ts';

import { relatedSearches } from './relatedSearches.ts';
import { thingMessages as messages } from './thingMessages.ts';

import styles from './ThingView.module.css';

/** Lists of SIMs that share something with this one. */
export function RelatedSims({ thing }: { thing: ThingRecord }) {
  const searches = relatedSearches(thing);
  if (searches.length === 0) return null;
  return (
    <section aria-label={messages.related} className={styles.section}>
      <h3>{messages.related}</h3>
      <p className={styles.lead}>{messages.relatedLead}</p>
      <ul className={styles.links}>
        {searches.map(({ label, search }) => (
          <li key={label}>
            <Link to={paths.things(search)}>{label}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
