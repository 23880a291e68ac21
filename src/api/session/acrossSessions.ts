import { gatewayErrorHeader } from '#contract/session.ts';

import type { PathFetch } from '../http.ts';
import { refusal } from './refusal.ts';
import type { SessionMonitor } from './sessionMonitor.ts';

/**
 * `fetch` for calls that may outlive their session. When a user signs in again, in any tab, the gateway answers
 * unfinished calls of the previous session with `session_ended`, which says nothing about the current session: a read
 * by the same user is retried in it, a write is left to the user.
 */
export function acrossSessions(
  fetch: PathFetch,
  monitor: Pick<SessionMonitor, 'current'>,
): PathFetch {
  return async (path, init) => {
    const before = monitor.current();
    const answer = await fetch(path, init);
    // None of the gateway's other errors has this status.
    if (answer.status !== 401 || !answer.headers.has(gatewayErrorHeader)) return answer;
    const now = monitor.current();
    if (now.count === before.count) return answer;
    const call = { isRead: init.method === 'GET', isSamePerson: now.who === before.who };
    return afterSession(call, () => fetch(path, init));
  };
}

/** How to continue with an unprocessed call whose session was replaced by another. */
export function afterSession(
  { isRead, isSamePerson }: { readonly isRead: boolean; readonly isSamePerson: boolean },
  sendAgain: () => Promise<Response>,
): Promise<Response> {
  return isRead && isSamePerson ? sendAgain() : Promise.resolve(refusal('session_replaced', 401));
}
