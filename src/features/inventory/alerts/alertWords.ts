import type { Alert, AlertState, Delivery, Destination, TestMessage } from '#api/alerts.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { timeNear } from '#lib/span.ts';
import { withName } from '#lib/withName.ts';

export const stateLabels: Readonly<Record<AlertState, string>> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
};

export const destinationLabels: Readonly<Record<Destination, string>> = {
  webhook: 'Webhook',
  mail: 'Email',
};

/** What a message says about its alert. */
export const eventLabels: Readonly<Record<Delivery['event'], string>> = {
  opened: 'opened',
  grown: 'more SIMs',
  resolved: 'resolved',
};

type Cause = NonNullable<Alert['cause']>;

/** The change to a lock that came before an alert, such as "writer locked Vans to 35208115". */
export function causeWords(cause: Cause): string {
  const { groupId, groupName, username, isLocked, prefix, model } = cause;
  const group = groupName ?? groupId;
  const who = username ?? 'somebody outside this console';
  if (isLocked === false) return `${who} unlocked ${group}`;
  if (isLocked === null) return `${who} changed the lock of ${group}`;
  const locked = `${who} locked ${group}`;
  return prefix ? `${locked} to ${withName(prefix, model)}` : locked;
}

/** The state of a message, and when the next attempt is due. */
export function deliveryWords(message: TestMessage, now: number): string {
  const { state, at, tries, answer, nextAt } = message;
  const said = answer === null ? '' : ` Last answer: “${answer}”.`;
  const tried = tries === 1 ? 'one attempt' : `${formatNumber(tries)} attempts`;
  switch (state) {
    case 'pending': {
      if (tries === 0) return 'Waiting to be sent.';
      const isDue = nextAt === null || nextAt <= now;
      const next = isDue ? 'The next attempt is due.' : `Next attempt at ${timeNear(nextAt, now)}.`;
      return `Not delivered after ${tried}.${said} ${next}`;
    }
    case 'sent':
      return `Sent at ${timeNear(at, now)}.${said}`;
    case 'failed':
      if (tries === 0 && answer !== null) return `Not sent. ${answer}.`;
      return `Not delivered: given up after ${tried}, the last at ${timeNear(at, now)}.${said}`;
    case 'stopped':
      return 'Not sent: the receiver wants no more messages (410).';
  }
}

/** How an alert differs from what the user has read, in sentences. */
export function changedWords(seen: Alert, current: Alert, now: number): readonly string[] {
  const { state, sims, fresh, acknowledged, resolvedAt } = current;
  const words: string[] = [];
  if (state === 'resolved') {
    const at = resolvedAt === null ? '' : ` at ${timeNear(resolvedAt, now)}`;
    words.push(`It was resolved${at}: a complete scan found no SIMs.`);
  } else if (sims !== seen.sims || fresh !== seen.fresh) {
    const before = `${formatNumber(seen.sims)} and ${formatNumber(seen.fresh)}`;
    words.push(
      `It now has ${counted(sims, 'SIM')}, ${formatNumber(fresh)} of them new. Before, these were ${before}.`,
    );
  }
  if (acknowledged && acknowledged.at !== seen.acknowledged?.at) {
    const { username, at, note } = acknowledged;
    const said = note === '' ? 'without a note.' : `with the note “${note}”`;
    words.push(`${username} acknowledged it at ${timeNear(at, now)} ${said}`);
  }
  return words.length > 0 ? words : ['Its details have changed.'];
}
