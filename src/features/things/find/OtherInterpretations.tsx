import { interpretations, type Interpretation } from '#identifiers/interpretations.ts';
import { Button } from '#ui/Button.tsx';

import type { ThingsAddress } from '../list/filters/thingsAddress.ts';
import { kinds, interpretationFilter, reason } from './interpretationKinds.ts';

import styles from './OtherInterpretations.module.css';

interface OtherReadingsProps {
  address: ThingsAddress;
  onPatch: (change: Partial<ThingsAddress>) => void;
}

const heading = 'It may be something else. Search for it as';

/** Shown when nothing was found: other interpretations of the same digits. */
export function OtherReadings({ address, onPatch }: OtherReadingsProps) {
  const others = otherReadings(address);
  return (
    <>
      {address.filters.IMEI !== undefined && (
        <p>
          If nothing is found for an IMEI, the SIM may still exist. The service may know another
          IMEI or none, or expect an IMSI in this filter.
        </p>
      )}
      {others.length > 0 && (
        <section aria-label={heading} className={styles.others}>
          <p>{heading}</p>
          <ul>
            {others.map((interpretation, index) => (
              <li key={`${interpretation.kind} ${interpretation.value}`}>
                <Button
                  aria-describedby={`other-interpretation-${index}`}
                  onClick={() => onPatch(interpretationFilter(interpretation))}
                >
                  {`${kinds[interpretation.kind].label} ${interpretation.value}`}
                </Button>
                <span id={`other-interpretation-${index}`}>{reason(interpretation)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/**
 * Other interpretations of the list's only filter value. They depend only on the URL, so a reload or a shared link
 * shows the same ones. Empty if there are other filters.
 */
function otherReadings({ filters, tags, state }: ThingsAddress): readonly Interpretation[] {
  const [applied, ...others] = Object.entries(filters);
  if (applied === undefined || others.length > 0 || tags.length > 0 || state !== undefined)
    return [];
  const [name, value] = applied;
  if (!Object.values(kinds).some(({ filter }) => filter === name)) return [];
  return interpretations(value).filter(
    (interpretation) =>
      kinds[interpretation.kind].filter !== name || interpretation.value !== value,
  );
}
