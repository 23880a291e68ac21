import { useLayoutEffect, useRef, type RefObject } from 'react';

import { interpretations, type Interpretation } from '#identifiers/interpretations.ts';
import { Button } from '#ui/Button.tsx';

import { kinds, interpretationFilter, reason } from '../find/interpretationKinds.ts';
import type { ThingsAddress } from './filters/thingsAddress.ts';
import { isFiltered } from './filters/thingsFilter.ts';

import own from './NoThings.module.css';
import styles from './ThingsPage.module.css';

interface NoThingsProps {
  address: ThingsAddress;
  onPatch: (change: Partial<ThingsAddress>) => void;
  /** Whether the focus was in a row when the rows were removed. */
  rowFocusRef: RefObject<boolean>;
}

/** Says why there are no rows, and offers a way to get some. */
export function NoThings({ address, onPatch, rowFocusRef }: NoThingsProps) {
  const back = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (!rowFocusRef.current) return;
    rowFocusRef.current = false;
    back.current?.focus();
  }, [rowFocusRef]);
  if (address.page > 1) {
    return (
      <div className={styles.empty}>
        <p>There are no rows here: the list ends before this page.</p>
        <Button ref={back} onClick={() => onPatch({ page: 1 })}>
          Go to the first page
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.empty}>
      <p>
        {isFiltered(address)
          ? 'No Things match these filters. How the service applies filters is not documented: try fewer of them, or an exact value.'
          : 'The service listed no Things.'}
      </p>
      <OtherReadings address={address} onPatch={onPatch} />
    </div>
  );
}

const heading = 'It may be something else. Search for it as';

/** Shown when nothing was found: other interpretations of the same digits. */
function OtherReadings({ address, onPatch }: Pick<NoThingsProps, 'address' | 'onPatch'>) {
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
        <section aria-label={heading} className={own.others}>
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
