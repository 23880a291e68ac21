import { endpoints, isServiceCall, type ServiceCall } from '#contract/endpoints.ts';
import { sessionPath } from '#contract/session.ts';
import { decoded } from '#lib/decoded.ts';

import type { CallOutcome, LoggedCall } from './callLog.ts';
import { callsLeft } from './callsLeft.ts';
import type { ApiError } from './errors.ts';

/** How a call ended; shown by a marker that does not rely on colour. */
export type CallTone = 'ok' | 'waiting' | 'unsent' | 'failed';

export interface CallStatus {
  readonly tone: CallTone;
  readonly text: string;
}

/** Finds the name of a Thing Group by its id. */
export type GroupName = (groupId: string) => string | undefined;

/** The purpose of a call, worded as on the pages. */
export function callPurpose(call: LoggedCall, groupName: GroupName): string {
  const words = whatFor(call, groupName);
  switch (call.purpose) {
    case 'person':
      return words;
    case 'background':
      return `${words} (in the background)`;
    case 'scan':
      return `${words} (part of a run over many SIMs)`;
  }
}

/** The purpose of each call to the service; leaving one out is a compile error. */
const purposes: {
  readonly [Call in ServiceCall]: (address: string, groupName: GroupName) => string;
} = {
  listThingsGroups: () => 'Thing Groups',
  updateThingsGroup(address, groupName) {
    const part = address.slice(address.lastIndexOf('/') + 1);
    const id = decoded(part) ?? part;
    return `Save Thing Group ${groupName(id) ?? id}`;
  },
  listThings(address) {
    const query = new URLSearchParams(address.split('?')[1]);
    const iccid = query.get('filterBy[ExternalUniqueId]');
    if (iccid !== null) return `Things with the ICCID ${iccid}`;
    const isFiltered = [...query.keys()].some((name) => /^(?:filterBy|State$)/.test(name));
    return isFiltered ? 'List of Things, filtered' : 'List of Things';
  },
};

function whatFor({ method, route, address }: LoggedCall, groupName: GroupName): string {
  if (method === 'POST' && route === sessionPath) return 'Sign-in';
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const isThis = endpoint.method === method && endpoint.path === route;
    if (isThis && isServiceCall(name)) return purposes[name](address, groupName);
  }
  return `${method} ${route}`;
}

/** The result of a call as a phrase with its status. */
export function callStatus(outcome: CallOutcome): CallStatus {
  switch (outcome.kind) {
    case 'waiting':
      return { tone: 'waiting', text: 'Waiting for the response' };
    case 'cancelled':
      return { tone: 'unsent', text: 'Cancelled by this page: it may have reached the service' };
    case 'noAnswer':
      return { tone: 'failed', text: 'No response: it may have reached the service' };
    case 'heldBack':
      return {
        tone: 'unsent',
        text: `Not sent: rate limit used up for another ${Math.ceil(outcome.waitMs / 1000)} s`,
      };
    case 'answered': {
      const { status, code } = outcome;
      if (code !== undefined) {
        const words = ofGateway[code] ?? `Refused: ${code.replaceAll('_', ' ')}`;
        return { tone: 'failed', text: `${words} (${status}, from the gateway)` };
      }
      const isOk = status >= 200 && status < 300;
      return { tone: isOk ? 'ok' : 'failed', text: `${statusWords(status)} (${status})` };
    }
  }
}

function statusWords(status: number): string {
  if (status >= 200 && status < 300) return 'OK';
  if (status === 401) return 'Sign-in not accepted';
  if (status === 403) return 'Not allowed';
  if (status === 404) return 'Not found';
  if (status === 409) return 'Conflict';
  if (status === 429) return 'Too many requests';
  if (status >= 500) return 'The service failed';
  return status >= 400 ? 'Not accepted' : 'Unexpected response';
}

const ofGateway: Readonly<Partial<Record<NonNullable<ApiError['code']>, string>>> = {
  session_ended: 'Not sent: the session is over',
  session_replaced: 'Not done: another user has signed in',
  refresh_busy: 'Not sent: waiting for new tokens',
  store_unavailable: 'Not sent: the gateway’s database is not responding',
  upstream_unreachable: 'The service could not be reached',
  upstream_timeout: 'The service did not answer in time',
  upstream_answer: 'The gateway could not forward the service’s response',
  sign_in_limited: 'Not sent: too many sign-ins',
  too_often: 'Not sent: too many attempts in the last minute, so wait up to a minute',
};

/** The calls left in the window, according to the response. */
export function callsLeftWords(outcome: CallOutcome): string {
  return (outcome.kind === 'answered' && callsLeft(outcome)) || 'unknown';
}

/** One call as plain text for a ticket, in UTC. */
export function callText(call: LoggedCall, groupName: GroupName): string {
  const { startedAt, tookMs, method, address, requestId, outcome } = call;
  return [
    `${new Date(startedAt).toISOString()}  ${method} ${address}`,
    `  For: ${callPurpose(call, groupName)}`,
    `  Status: ${callStatus(outcome).text}`,
    `  Took: ${tookMs === undefined ? '-' : `${tookMs} ms`}`,
    `  ${requestIdWords(call)}: ${requestId || 'none'}`,
    `  Calls left in the window: ${callsLeftWords(outcome)}`,
  ].join('\n');
}

/** The label of a call's request id: an unsent call has the id of the response that reached the limit. */
export function requestIdWords({ outcome }: LoggedCall): string {
  return outcome.kind === 'heldBack' ? 'Request ID of the earlier 429' : 'Request ID';
}

/** All calls as plain text for a ticket, newest first, in UTC. */
export function callsText(
  calls: readonly LoggedCall[],
  about: {
    readonly groupName: GroupName;
    readonly version: string;
    readonly environmentName: string;
    readonly now: number;
  },
): string {
  const { groupName, version, environmentName, now } = about;
  const head = [
    `Recent calls from one tab of the SIM Console: ${calls.length}, newest first. Times are in UTC.`,
    `Written at ${new Date(now).toISOString()}, version ${version}, environment ${environmentName || 'not named'}`,
  ].join('\n');
  return [head, ...calls.map((call) => callText(call, groupName))].join('\n\n');
}
