import { useMemo, useState } from 'react';

import { useNames } from '#api/useNames.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { CodeName } from '#ui/CodeName.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';

import type { Sim } from './sim.ts';
import { countTacs, suggestPrefix, type SuggestedPrefix } from './tacs.ts';

import styles from './Impact.module.css';

/** TACs shown initially: most groups have few models, some have very many. */
const fewTacs = 8;
/** TACs that each click adds. */
const moreTacs = 100;

const heading = 'TACs of the last known IMEIs';

interface TacTableProps {
  sims: readonly Sim[];
  prefix: string;
  onUsePrefix: ((prefix: string) => void) | undefined;
}

/** The device models in which the SIMs were last seen, and a prefix that matches them. */
export function TacTable({ sims, prefix, onUsePrefix }: TacTableProps) {
  const tacs = useMemo(() => countTacs(sims), [sims]);
  const [most, setMost] = useState(fewTacs);
  const nameOf = useNames(tacs.slice(0, most).map(({ tac }) => tac));
  if (tacs.length === 0)
    return (
      <p className={styles.note}>
        No SIM with a valid IMEI was read, so there is no TAC to count and no prefix to suggest.
      </p>
    );
  const suggested = suggestPrefix(tacs);
  const hidden = tacs.length - most;
  const columns: DataColumn<(typeof tacs)[number]>[] = [
    {
      header: 'TAC',
      rowHeader: true,
      mono: true,
      className: nameOf && styles.named,
      cell: ({ tac }) => (
        <>
          {tac}
          <CodeName name={nameOf?.(tac)} room="calc(100% - 9ch)" />
        </>
      ),
    },
    { header: 'SIMs', numeric: true, cell: ({ sims: count }) => formatNumber(count) },
    { header: 'Share', cell: ({ sims: count }) => <Share share={count / sims.length} /> },
  ];
  if (onUsePrefix) {
    columns.push({
      header: 'Use',
      cell: ({ tac }) => <UsePrefix prefix={tac} present={prefix} onUse={onUsePrefix} isShort />,
    });
  }
  return (
    <div className={styles.tacs}>
      <h4>{heading}</h4>
      <p className={styles.note}>
        Share: the percentage of all SIMs read, including those without an IMEI, that a lock to this
        TAC would cover.
      </p>
      <DataTable
        label={heading}
        region={null}
        look="panel"
        columns={columns}
        rows={tacs.slice(0, most)}
        keyOf={({ tac }) => tac}
      />
      {hidden > 0 && (
        <div>
          <Button small onClick={() => setMost(most + moreTacs)}>
            {`Show ${formatNumber(Math.min(hidden, moreTacs))} more`}
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
      {percent(share)}
    </span>
  );
}

function percent(share: number): string {
  return share > 0 && share < 0.001 ? 'below 0.1 %' : `${Math.floor(share * 1000) / 10} %`;
}

interface SuggestionProps {
  suggested: SuggestedPrefix | undefined;
  present: string;
  onUse: ((prefix: string) => void) | undefined;
}

function Suggestion({ suggested, present, onUse }: SuggestionProps) {
  if (!suggested) {
    return (
      <p className={styles.note}>
        No prefix suggested: no prefix of 6 to 8 digits matches at least 80 % of the valid IMEIs.
      </p>
    );
  }
  const { prefix, covers, known, enough } = suggested;
  return (
    <div className={styles.suggestion}>
      <p>
        Suggested prefix: <strong className={styles.mono}>{prefix}</strong>{' '}
        {coverage(covers, known)}
      </p>
      <p
        className={styles.note}
      >{`It is the longest prefix of 6 to 8 digits that matches at least ${enough} % of the valid IMEIs${enough < 95 ? '; none matches 95 % of them' : ''}.${onUse ? ' The button enters it in the form. It is stored only when you save.' : ''}`}</p>
      {onUse && <UsePrefix prefix={prefix} present={present} onUse={onUse} />}
    </div>
  );
}

function coverage(covers: number, known: number): string {
  const left = known - covers;
  const outside = left > 0 ? `; ${counted(left, 'does', 'do')} not match.` : '.';
  return `matches ${formatNumber(covers)} of ${formatNumber(known)} valid IMEIs${outside}`;
}

interface UsePrefixProps {
  prefix: string;
  present: string;
  onUse: (prefix: string) => void;
  isShort?: boolean;
}

/** The button stays after a click, so that the focus is not lost. */
function UsePrefix({ prefix, present, onUse, isShort = false }: UsePrefixProps) {
  const isPresent = prefix === present;
  const name = `Use ${prefix} as prefix`;
  return (
    <span className={styles.actions}>
      <Button
        small
        aria-label={name}
        aria-disabled={isPresent}
        onClick={() => !isPresent && onUse(prefix)}
      >
        {isShort ? 'Use' : name}
      </Button>
      {isPresent && <span className={styles.note}>Entered in the form.</span>}
    </span>
  );
}
