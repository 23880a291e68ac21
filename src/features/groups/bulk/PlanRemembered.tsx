import { useQueries } from '@tanstack/react-query';
import { useId } from 'react';

import { fleetApi } from '#api/inventory.ts';
import { useReadNotices } from '#api/useRead.ts';
import { useUserServices } from '#api/userServices.tsx';
import { isImeiPrefix } from '#identifiers/imei.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { ReadNotice } from '#ui/ReadNotice.tsx';

import { losingOf, sumParts } from '../impact/ImpactBar.tsx';
import {
  differenceWords,
  noInventory,
  rememberedQuery,
  rememberedWords,
  useSettled,
  type RememberedImpact,
} from '../impact/rememberedImpact.ts';
import type { PlanRow } from './PlanTable.tsx';

import styles from '../impact/Impact.module.css';

/** What the plan's locks would mean, according to the inventory. Each group appears once it has a prefix. */
export function PlanRemembered({ rows }: { rows: readonly PlanRow[] }) {
  const id = useId();
  const hasRecords = useUserServices().api.records !== undefined;
  const locked = rows.filter(({ plan, prefix }) => plan.kind === 'send' && isImeiPrefix(prefix));
  if (locked.length === 0) return null;
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <h3 id={id}>Impact as remembered</h3>
      {hasRecords ? <Remembered rows={locked} /> : <p className={styles.note}>{noInventory}</p>}
    </section>
  );
}

function Remembered({ rows }: { rows: readonly PlanRow[] }) {
  const fleet = fleetApi(useUserServices().api);
  const isSettled = useSettled(rows.map(({ prefix }) => prefix).join()) !== undefined;
  const questions = rows.map(({ group, prefix }) =>
    rememberedQuery(fleet, { groupId: group.id, prefix }),
  );
  const answers = useQueries({
    queries: questions.map((question) => ({ ...question, enabled: isSettled })),
  });
  const noticeOf = useReadNotices();
  const known = answers.flatMap(({ data }) => (data && data.sims > 0 ? [data] : []));
  const isOver = isSettled && answers.every(({ isPending }) => !isPending);
  const failed = answers.findIndex(({ error, failureReason }) => error ?? failureReason);
  const [query, question] = [answers[failed], questions[failed]];
  return (
    <>
      {/* Announced once the inventory has been asked about all groups. */}
      <p role="status" className={styles.rememberedWords}>
        {isOver && known.length > 0 && sumWords(known, rows.length)}
      </p>
      {isSettled && query && question && (
        <ReadNotice {...noticeOf(query, question.queryKey, 'count the SIMs in the inventory')} />
      )}
      <ul className={styles.doubts}>
        {rows.map(({ group, impact }, index) => {
          const { data, dataUpdatedAt: readAt = 0, isFetching } = answers[index] ?? {};
          // The number is unknown for a group that was only partly read.
          const losing = impact?.kind === 'complete' ? impact.losing : undefined;
          const isOther =
            losing !== undefined && differenceWords(data, losing, readAt) !== undefined;
          return (
            <li key={group.id}>
              {`${group.name}: `}
              {data
                ? rememberedWords(data, readAt)
                : isFetching || !isSettled
                  ? 'Counting…'
                  : 'not known.'}
              {isOther && ` The new count is ${formatNumber(losing)}.`}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function sumWords(known: readonly RememberedImpact[], groups: number): string {
  const losing = losingOf(sumParts(known.map(({ parts }) => parts)));
  const sims = known.reduce((sum, impact) => sum + impact.sims, 0);
  const where =
    groups === 1 ? 'this group' : `${formatNumber(known.length)} of ${formatNumber(groups)} groups`;
  return `As remembered, ${formatNumber(losing)} of ${counted(sims, 'SIM')} in ${where} may lose service.`;
}
