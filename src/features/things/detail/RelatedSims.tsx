import type { ThingRecord } from '#api/things.ts';
import { isZeros } from '#identifiers/imei.ts';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';

import { SectionHeading } from './SectionHeading.tsx';

import styles from './ThingView.module.css';

/** Links to lists of SIMs that have a value in common with this one. */
export function RelatedSims({ thing }: { thing: ThingRecord }) {
  const searches = relatedSearches(thing);
  if (searches.length === 0) return null;
  return (
    <section aria-label="Related SIMs" className={styles.section}>
      <SectionHeading>Related SIMs</SectionHeading>
      <p className={styles.lead}>
        These links list SIMs with the same value. How the service compares values is not
        documented, so other SIMs may be listed too.
      </p>
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

/** URL parameters that filter the list by this record's values. How the service compares them is not documented. */
export function relatedSearches(thing: ThingRecord) {
  const { ThingsGroupName, IMEI, MnoName } = thing;
  const CellId = codeOf(thing.raw['CellId']);
  const Lac = codeOf(thing.raw['Lac']);
  const searches: { readonly label: string; readonly search: string }[] = [];
  const add = (label: string, filters: Readonly<Record<string, string>>) =>
    searches.push({ label, search: new URLSearchParams(filters).toString() });
  if (isText(ThingsGroupName)) add('Same Thing Group', { ThingsGroupName });
  // A cell ID is unique only within its location area (3GPP TS 23.003, 4.3.1).
  if (CellId !== undefined && Lac !== undefined) {
    add('Same cell (Cell ID and LAC)', { CellId, Lac });
  }
  if (isText(IMEI) && !isZeros(IMEI)) add('Same IMEI', { IMEI });
  if (isText(MnoName)) add('Same operator', { MnoName });
  return searches;
}

/** A cell or location area in the service's notation, which may be hexadecimal. All zeros means none. */
function codeOf(value: unknown): string | undefined {
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
  if (isNumber) return String(value);
  return typeof value === 'string' && /^(?=.*[1-9a-f])[\da-f]+$/i.test(value) ? value : undefined;
}

function isText(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== '';
}
