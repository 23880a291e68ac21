import { useQueryClient, type QueryClient } from '@tanstack/react-query';

import type { ThingsGroupList } from '#api/groups.ts';
import { keys } from '#api/keys.ts';
import type { ThingRecord } from '#api/things.ts';
import { CopyButton } from '#ui/CopyButton.tsx';

import { ticketText } from './ticketText.ts';
import { whyNoService, type KnownGroup, type LineKind } from './whyNoService.ts';

import styles from './WhyNoService.module.css';

interface WhyNoServiceProps {
  thing: ThingRecord;
  read: { readonly at: number; readonly requestId: string };
}

const heading = 'Why might this SIM have no service?';

/** Possible reasons in the record why the SIM might have no service, each marked with its certainty. */
export function WhyNoService({ thing, read }: WhyNoServiceProps) {
  const known = knownGroup(useQueryClient(), thing);
  const lines = whyNoService(thing, known, read.at);
  return (
    <section aria-label={heading} className={styles.card}>
      <h3>{heading}</h3>
      <p className={styles.lead}>
        What the record shows, and nothing more: it is a copy of what the service knew when it was
        read.
      </p>
      <ul className={styles.lines}>
        {lines.map(({ kind, text, against }) => (
          <li key={text} className={styles.line} data-against={against}>
            <span className={styles.kind} data-kind={kind}>
              <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
                <path d={looks[kind].icon} fill="none" stroke="currentColor" strokeWidth="1.8" />
              </svg>
              {looks[kind].label}
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <div>
        <CopyButton text={ticketText(thing, known, read)} label="Copy ticket text" />
      </div>
    </section>
  );
}

const looks: Readonly<Record<LineKind, { label: string; icon: string }>> = {
  fact: { label: 'Fact', icon: 'M3 8.500l3.500 3.500L13 4.500' },
  hint: { label: 'Hint', icon: 'M8 2l6.500 12h-13zM8 6.500v4M8 12v.8' },
  unknown: {
    label: 'Unknown',
    icon: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M6.300 6.700a1.700 1.700 0 1 1 2.600 1.400C8.200 8.500 8 8.900 8 9.500M8 11.200v.4',
  },
};

/** The Thing's group in the newest cached list of groups. It sends no call. */
function knownGroup(
  queryClient: QueryClient,
  { ThingsGroupId }: ThingRecord,
): KnownGroup | undefined {
  if (ThingsGroupId === undefined) return undefined;
  const lists = queryClient
    .getQueryCache()
    .findAll({ queryKey: keys.groups })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const { queryKey, state } of lists) {
    const list = queryClient.getQueryData<ThingsGroupList>(queryKey);
    if (!list) continue;
    const group = list.groups.find((one) => one.ThingsGroupId === ThingsGroupId);
    return { group, readAt: state.dataUpdatedAt, requestId: list.requestId };
  }
  return undefined;
}
