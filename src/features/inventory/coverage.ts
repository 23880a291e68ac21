import type { FleetSummary } from '#api/inventory.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber, formatTime } from '#lib/format.ts';
import { ago } from '#lib/relativeTime.ts';

/** The list's largest page has 50 rows (API document 8.5). One of them is also on the previous page (decision 013). */
const pageSize = 50;

/** How many calls it takes to read this many SIMs: reading ends with the first page that is not full. */
export function callsFor(sims: number): number {
  return sims < pageSize ? 1 : Math.floor((sims - pageSize) / (pageSize - 1)) + 2;
}

/**
 * The cost of a scan, before it starts.
 *
 * @param groupTotal the sum of all groups' totals, whose meaning the API document does not state
 */
export function costWords(
  { complete, sims }: Pick<FleetSummary, 'complete' | 'sims'>,
  groupTotal?: number,
): string {
  // Without a complete scan, the inventory has only the SIMs that lists happened to show.
  if (!complete && groupTotal !== undefined && groupTotal >= sims) {
    return `Takes about ${counted(callsFor(groupTotal), 'call')} to the service, assuming that the totals of the Thing Groups (${formatNumber(groupTotal)} together) count their SIMs.`;
  }
  if (!complete) {
    return sims === 0
      ? 'The number of SIMs is not known yet. Reading them takes one call to the service for every 49 SIMs.'
      : `The number of SIMs is not known yet. Reading them takes one call to the service for every 49 SIMs, so at least ${formatNumber(callsFor(sims))}.`;
  }
  return `Takes about ${counted(callsFor(sims), 'call')} to the service.`;
}

/** How many SIMs the figures cover and how old they are, in one line. */
export function coverageWords(summary: FleetSummary, now: number): string {
  const { sims, seen, complete } = summary;
  if (!seen) return 'No SIMs seen yet.';
  const span =
    seen.oldest === seen.newest
      ? `seen ${ago(seen.newest, now)}`
      : `seen since ${formatTime(seen.oldest)}, the latest ${ago(seen.newest, now)}`;
  const whole = complete
    ? `Last complete scan ${ago(complete.endedAt ?? complete.startedAt, now)} by ${complete.username}`
    : 'No complete scan yet, so these are only SIMs seen in lists';
  return `${counted(sims, 'SIM')} ${span}. ${whole}.`;
}

/** A scanning page reports every few seconds, except while the rate limit makes it wait, which can take an hour. */
const quietMs = 10 * 60_000;

/** The outcome of the newest scan, unless it was complete. */
export function latestWords(
  { complete, latest, watch }: Pick<FleetSummary, 'complete' | 'latest' | 'watch'>,
  now: number,
): string | undefined {
  if (!latest || latest.id === complete?.id) return undefined;
  const { state, startedAt, username, things, heardAt } = latest;
  const begun = `A scan by ${username}, started ${ago(startedAt, now)},`;
  switch (state) {
    case 'running': {
      const soFar = `${begun} has not finished: ${counted(things, 'SIM')} so far.`;
      const quiet =
        heardAt !== undefined && now - heardAt >= quietMs
          ? ` It last reported progress ${ago(heardAt, now)}.`
          : '';
      if (username === watch?.username) {
        return `${soFar}${quiet} The gateway runs it, and lets users’ calls go first.`;
      }
      return quiet === ''
        ? `${soFar} It continues only while its page is open.`
        : `${soFar}${quiet} Its page may be waiting for the service’s rate limit, or may have been closed.`;
    }
    case 'partial':
      return things === 0
        ? `${begun} read no SIM, which does not prove that there are none, so it marked no SIM as not found.`
        : `${begun} read ${counted(things, 'SIM')} but may have missed some rows, so it marked no SIM as not found.`;
    case 'stopped':
      return `${begun} was stopped after ${counted(things, 'SIM')}. The SIMs read so far are in the inventory. The others were not read.`;
    case 'complete':
      return undefined;
    default:
      return state satisfies never;
  }
}
