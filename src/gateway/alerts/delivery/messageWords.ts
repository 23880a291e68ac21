import {
  type AlertEvent,
  type AlertNotice,
  alertEvents,
  maxAlertGroups,
  type NoticedAlert,
} from '#contract/alerts.ts';
import { checkLabels } from '#contract/checkLabels.ts';

/** Where the console is, for the links in messages. */
export interface ConsoleAddress {
  readonly publicOrigin: string;
  readonly basePath: string;
}

/** A message in words, the same for all destinations. */
export interface MessageWords {
  readonly title: string;
  readonly paragraphs: readonly Paragraph[];
  /** The page with all alerts. */
  readonly url: string;
}

interface Paragraph {
  readonly lines: readonly string[];
  /** The SIMs that the paragraph is about. */
  readonly url: string | null;
}

/** Messages must be smaller than 20 kB. */
const maxBytes = 20_000;

/** In code points. */
const maxName = 60;
const maxIccids = 20;

const eventWords: Readonly<Record<AlertEvent, readonly [one: string, several: string]>> = {
  opened: ['New alert', 'new'],
  grown: ['Alert has grown', 'grown'],
  resolved: ['Resolved', 'resolved'],
};

/** The most urgent event among these alerts. */
export function mostUrgent(alerts: readonly NoticedAlert[]): AlertEvent {
  return alertEvents.find((event) => alerts.some((alert) => alert.event === event)) ?? 'resolved';
}

/** The page with all alerts. */
export function alertsUrl({ publicOrigin, basePath }: ConsoleAddress): string {
  return `${publicOrigin}${basePath}alerts`;
}

/** The SIMs that an alert is about. */
export function simsUrl({ publicOrigin, basePath }: ConsoleAddress, { id }: NoticedAlert): string {
  return `${publicOrigin}${basePath}fleet/sims?where=${encodeURIComponent(`alert.is.${id}`)}`;
}

/**
 * A name as shown in messages. Group names come from the service and may contain anything, so control characters
 * and those that change text direction are removed.
 */
export function shownName(name: string): string {
  const clean = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const points = Array.from(clean);
  return points.length > maxName ? `${points.slice(0, maxName - 1).join('')}…` : clean;
}

/** The alerts of one message, with the parts that vary in length shortened. All of them share one limit on ICCIDs. */
export function shortened(alerts: readonly NoticedAlert[]): NoticedAlert[] {
  let left = maxIccids;
  return alerts.map(({ groups, iccids, ...others }) => {
    const some = iccids?.slice(0, left).map(shownName);
    left -= some?.length ?? 0;
    return {
      ...others,
      groups: groups.slice(0, maxAlertGroups).map(({ name, sims }) => ({
        name: name === null ? null : shownName(name),
        sims,
      })),
      ...(some && { iccids: some }),
    };
  });
}

/**
 * The message in words.
 *
 * @param more how many alerts it leaves out
 */
export function messageWords(
  notice: AlertNotice,
  address: ConsoleAddress,
  more: number,
): MessageWords {
  const url = alertsUrl(address);
  if (notice.kind === 'test') {
    const by = notice.username === null ? '' : `, sent by ${shownName(notice.username)}`;
    return {
      title: 'Test message from SIM Console',
      paragraphs: [
        { lines: [`This is a test${by}. Messages about alerts will arrive here.`], url: null },
      ],
      url,
    };
  }
  if (notice.kind === 'stopped') {
    const host = shownName(notice.stopped ?? 'the webhook');
    const lines = [
      `${host} has answered 410 Gone, so it gets no more messages about alerts.`,
      'To send messages there again, an operator must configure another address.',
    ];
    return { title: `Messages to ${host} have stopped`, paragraphs: [{ lines, url: null }], url };
  }
  const paragraphs = shortened(notice.alerts).map((alert) => ({
    lines: alertLines(alert, notice.alerts.length + more > 1),
    url: alert.event === 'resolved' ? null : simsUrl(address, alert),
  }));
  // A message may arrive hours later, and after newer ones.
  const time = `As of ${new Date(notice.at).toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
  const rest = { lines: more > 0 ? [`… and ${more} more.`, time] : [time], url: null };
  return { title: titleOf(notice.alerts, more), paragraphs: [...paragraphs, rest], url };
}

function titleOf(alerts: readonly NoticedAlert[], more: number): string {
  const [first] = alerts;
  if (first && alerts.length + more === 1) {
    return `${eventWords[first.event][0]}: ${checkLabels[first.check]}`;
  }
  const counts = alertEvents.flatMap((event) => {
    const count = alerts.filter((alert) => alert.event === event).length;
    return count > 0 ? [`${count} ${eventWords[event][1]}`] : [];
  });
  return `${alerts.length + more} alerts: ${[...counts, ...(more > 0 ? [`${more} more`] : [])].join(', ')}`;
}

function alertLines(alert: NoticedAlert, isOneOfSeveral: boolean): readonly string[] {
  const { event, check, sims, fresh, worst, groups, iccids = [] } = alert;
  const counts =
    event === 'resolved' ? `no SIMs left, ${worst} at peak` : `${fresh} new, ${sims} in all`;
  const lead = isOneOfSeveral ? `${eventWords[event][0]}: ` : '';
  const lines = [`${lead}${checkLabels[check]}: ${counts}`];
  if (groups.length > 0) {
    const names = groups.map((group) => `${group.name ?? 'without a named group'} (${group.sims})`);
    const label = names.length < maxAlertGroups ? 'Groups' : 'Largest groups';
    lines.push(`${label}: ${names.join(', ')}`);
  }
  if (iccids.length > 0) {
    const more = fresh > iccids.length ? `, and ${fresh - iccids.length} more` : '';
    lines.push(`New SIMs: ${iccids.join(', ')}${more}`);
  }
  return lines;
}

/**
 * Leaves out alerts until the text that is sent is short enough.
 *
 * @param write writes the text for some of the alerts
 */
export function fitting(
  notice: AlertNotice,
  write: (notice: AlertNotice, more: number) => string,
): string {
  for (let count = notice.alerts.length; ; count--) {
    const alerts = notice.alerts.slice(0, count);
    const text = write({ ...notice, alerts }, notice.alerts.length - count);
    if (count <= 1 || Buffer.byteLength(text) < maxBytes) return text;
  }
}
