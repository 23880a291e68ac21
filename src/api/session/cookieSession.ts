import { consoleHeader, customerPath, sessionPath } from '#contract/session.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';

import { malformed } from '../errors.ts';
import type { Http, HttpAnswer, HttpRequest, PathFetch } from '../http.ts';
import { parseJson } from '../json.ts';
import type { Session } from './session.ts';

/**
 * `fetch` on the gateway's origin. The browser sends the session's cookie by itself; the extra
 * header tells the gateway that this page, and not a foreign one, is asking.
 *
 * @param basePath path under which the console is mounted, with a slash at both ends
 */
export function gatewayFetch(fetch: typeof globalThis.fetch, basePath: string): PathFetch {
  return (path, init) => {
    const headers = new Headers(init.headers);
    headers.set(consoleHeader, '1');
    const url = `${basePath.slice(0, -1)}${path}`;
    return fetch(url, { ...init, headers, credentials: 'same-origin' });
  };
}

/** The session that the gateway keeps: this side never sees a token. */
export function createCookieSession(http: Http): Session {
  return {
    async read({ background = false } = {}) {
      const call = { method: 'GET', route: sessionPath, background } as const;
      const answer = await http.send(call);
      return answer.status === 204 ? null : sessionInfo(call, answer);
    },
    async signIn(credentials, { signal } = {}) {
      const call = {
        method: 'POST',
        route: sessionPath,
        body: credentials,
        // Per username (API document 8.3).
        hasOwnLimit: true,
        signal,
      } as const;
      return sessionInfo(call, await http.send(call));
    },
    async chooseCustomer(customerId, { signal } = {}) {
      const call = { method: 'PUT', route: customerPath, body: { customerId }, signal } as const;
      return sessionInfo(call, await http.send(call));
    },
    async signOut() {
      await http.send({ method: 'DELETE', route: sessionPath });
    },
  };
}

/** Checked by hand: sign-in loads before the schema library does. */
function sessionInfo(call: HttpRequest, answer: HttpAnswer): SessionInfo {
  const value = parseJson(answer.text);
  if (typeof value === 'object' && value !== null && 'username' in value && 'customerId' in value) {
    const { username, customerId } = value;
    if (typeof username === 'string' && (typeof customerId === 'string' || customerId === null)) {
      const mayChangeCustomer = 'mayChangeCustomer' in value && value.mayChangeCustomer === true;
      const endsIn = 'endsIn' in value ? endings(value.endsIn) : undefined;
      return { username, customerId, mayChangeCustomer, ...(endsIn && { endsIn }) };
    }
  }
  throw malformed(call, answer);
}

function endings(value: unknown): SessionInfo['endsIn'] {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('unused' in value) || !('atTheLatest' in value)) return undefined;
  const { unused, atTheLatest } = value;
  if (typeof unused !== 'number' || typeof atTheLatest !== 'number') return undefined;
  return { unused, atTheLatest };
}
