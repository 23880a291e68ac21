import type { Alert } from '#api/alerts.ts';
import { checkLabels } from '#api/inventoryWords.ts';
import type { FileColumn } from '#lib/csvFile.ts';
import { utcTime } from '#lib/format.ts';

import { causeWords, destinationLabels, eventLabels, stateLabels } from './alertWords.ts';

/** The columns of an exported list of alerts. */
export const alertColumns: readonly FileColumn<Alert>[] = [
  { head: 'Check', text: ({ check }) => checkLabels[check] },
  { head: 'State', text: ({ state }) => stateLabels[state] },
  { head: 'SIMs', text: ({ sims }) => sims },
  { head: 'SIMs at peak', text: ({ worst }) => worst },
  { head: 'New', text: ({ fresh }) => fresh },
  { head: 'Opened (UTC)', text: ({ openedAt }) => utcTime(openedAt) },
  { head: 'Last grown (UTC)', text: ({ grownAt }) => utcTime(grownAt) },
  { head: 'Resolved (UTC)', text: ({ resolvedAt }) => utcTime(resolvedAt) },
  {
    head: 'Largest Thing Groups',
    text: ({ groups }) =>
      groups.map(({ id, name, sims }) => `${name ?? id ?? 'Without a group'}: ${sims}`).join('; '),
  },
  { head: 'Before it', text: ({ cause }) => cause && causeWords(cause) },
  { head: 'Changed (UTC)', text: ({ cause }) => utcTime(cause?.at) },
  { head: 'Acknowledged by', text: ({ acknowledged }) => acknowledged?.username },
  { head: 'Acknowledged (UTC)', text: ({ acknowledged }) => utcTime(acknowledged?.at) },
  { head: 'Note', text: ({ acknowledged }) => acknowledged?.note },
  {
    head: 'Messages',
    text: ({ deliveries }) =>
      deliveries
        .map(({ destination, event, state, at }) =>
          [destinationLabels[destination], eventLabels[event], state, utcTime(at)].join(' '),
        )
        .join('; '),
  },
];
