import type { FleetScan, WatchProblem, WatchStanding } from '#api/inventory.ts';
import { formatNumber } from '#lib/format.ts';
import { timeNear } from '#lib/span.ts';

/** What a technical user would be useful for, if none is configured. */
export const noWatch =
  'The fleet is read only when somebody asks for it. A technical user would read it around the clock, for trends and alerts. To set one up, see WATCH_USER in operations.md.';

/**
 * Which technical user reads the fleet, how often, and when the next scan is due.
 *
 * @param latest the newest scan, which may be the watch's own
 */
export function watchWords(
  { username, everyMinutes, nextAt, problem }: WatchStanding,
  latest: FleetScan | null,
  now: number,
): string {
  const every = everyMinutes === 1 ? 'minute' : `${formatNumber(everyMinutes)} minutes`;
  const reads = `${username} reads the fleet every ${every}`;
  if (problem) return `${reads}, whenever it can.`;
  if (isOfWatch(latest, username)) return `${reads}, and is reading it now.`;
  if (nextAt === null) return `${reads}. The first scan has not been scheduled yet.`;
  return nextAt <= now
    ? `${reads}. The next scan is due now.`
    : `${reads}. The next scan is due at ${timeNear(nextAt, now)}.`;
}

function isOfWatch(latest: FleetScan | null, username: string): boolean {
  return latest?.state === 'running' && latest.username === username;
}

/** Why the technical user cannot read the fleet, and what to do. */
export function problemWords(
  { kind, status, since, retryAt }: WatchProblem,
  username: string,
  now: number,
): { readonly title: string; readonly advice: string } {
  const [reason, advice] = problems[kind];
  const code = status === null ? '' : ` (${status})`;
  const again =
    retryAt <= now ? 'The next attempt is due now.' : `Next attempt at ${timeNear(retryAt, now)}.`;
  return {
    title: `${username} has not been able to read the fleet since ${timeNear(since, now)}: ${reason}${code}.`,
    advice: `${again} ${advice}`.trim(),
  };
}

const problems: Readonly<Record<WatchProblem['kind'], readonly [reason: string, advice: string]>> =
  {
    refused: [
      'the service refuses it',
      'Operators should check its password file (WATCH_PASSWORD_FILE) and its permissions.',
    ],
    unreachable: ['the service does not answer, or fails', ''],
    'no-customer': [
      'its customer ID is not known',
      'Operators should set CUSTOMER_ID or CUSTOMER_ID_CLAIM, as operations.md describes.',
    ],
  };
