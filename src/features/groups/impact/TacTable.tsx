import { useMemo, useState } from 'react';

import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';

import { impactMessages } from './impactMessages.ts';
import type { Sim } from './sim.ts';
import { countTacs, suggestPrefix, type SuggestedPrefix } from './tacs.ts';

import styles from './Impact.module.css';

/** TACs shown at first: a group has a few models, or it has very many. */
const fewTacs = 8;
/** TACs that one press adds. */
const moreTacs = 100;

interface TacTableProps {
  sims: readonly Sim[];
  prefix: string;
  onUsePrefix?: ((prefix: string) => void) | undefined;
}

/** Which device models the SIMs were last seen in, and which prefix would fit them. */
export function TacTable({ sims, prefix, onUsePrefix }: TacTableProps) {
  const tacs = useMemo(() => countTacs(sims), [sims]);
  const [most, setMost] = useState(fewTacs);
  if (tacs.length === 0) return <p className={styles.note}>{impactMessages.noTacs}</p>;
  const suggested = suggestPrefix(tacs);
  const hidden = tacs.length - most;
  return (
    <div className={styles.tacs}>
      <h4>{impactMessages.tacs}</h4>
      <p className={styles.note}>{impactMessages.tacsHint}</p>
      <div className={styles.scroller}>
        <table className={styles.table} aria-label={impactMessages.tacs}>
          <thead>
            <tr>
              <th scope="col">{impactMessages.tac}</th>
              <th scope="col" className={styles.number}>
                {impactMessages.columns.sims}
              </th>
              <th scope="col">{impactMessages.share}</th>
              {onUsePrefix && <th scope="col">{impactMessages.take}</th>}
            </tr>
          </thead>
          <tbody>
            {tacs.slice(0, most).map(({ tac, sims: count }) => (
              <tr key={tac}>
                <th scope="row" className={styles.mono}>
                  {tac}
                </th>
                <td className={styles.number}>{formatNumber(count)}</td>
                <td>
                  <Share share={count / sims.length} />
                </td>
                {onUsePrefix && (
                  <td>
                    <UsePrefix prefix={tac} present={prefix} onUse={onUsePrefix} isShort />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hidden > 0 && (
        <div>
          <Button small onClick={() => setMost(most + moreTacs)}>
            {impactMessages.moreTacs(Math.min(hidden, moreTacs))}
          </Button>
        </div>
      )}
      <Suggestion suggested={suggested} present={prefix} onUse={onUsePrefix} />
    </div>
  );
}

function Share({ share }: { share: number }) {
  return (
    <span className={styles.share}>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      {impactMessages.percent(share)}
    </span>
  );
}

interface SuggestionProps {
  suggested: SuggestedPrefix | undefined;
  present: string;
  onUse: ((prefix: string) => void) | undefined;
}

function Suggestion({ suggested, present, onUse }: SuggestionProps) {
  if (!suggested) {
    return <p className={styles.note}>{impactMessages.noSuggestion}</p>;
  }
  const { prefix, covers, known, enough } = suggested;
  return (
    <div className={styles.suggestion}>
      <p>
        {impactMessages.suggestion}: <strong className={styles.mono}>{prefix}</strong>{' '}
        {impactMessages.suggested(covers, known)}
      </p>
      <p className={styles.note}>{impactMessages.suggestionHint(enough)}</p>
      {onUse && <UsePrefix prefix={prefix} present={present} onUse={onUse} />}
    </div>
  );
}

interface UsePrefixProps {
  prefix: string;
  present: string;
  onUse: (prefix: string) => void;
  isShort?: boolean;
}

/** The button stays when it has done its work, so that the focus has a place to be. */
function UsePrefix({ prefix, present, onUse, isShort = false }: UsePrefixProps) {
  const isPresent = prefix === present;
  const name = impactMessages.takePrefix(prefix);
  return (
    <span className={styles.actions}>
      <Button
        small
        aria-label={name}
        aria-disabled={isPresent}
        onClick={() => !isPresent && onUse(prefix)}
      >
        {isShort ? impactMessages.take : name}
      </Button>
      {isPresent && <span className={styles.note}>{impactMessages.inForm}</span>}
    </span>
  );
}
