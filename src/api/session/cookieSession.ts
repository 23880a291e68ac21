import { consoleHeader, customerPath, ownerOf, sessionPath } from '#contract/session.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { isObject } from '#lib/isObject.ts';
import { parseJson } from '#lib/json.ts';

import { ApiError, malformed } from '../errors.ts';
import type { Http, HttpAnswer, HttpRequest, PathFetch } from '../http.ts';
import type { Session } from './session.ts';

/**
 * `fetch` on the gateway's origin. The browser adds the session cookie; the extra header proves that the request
 * comes from this page and not from another site.
 *
 * @param basePath the console's path, with a slash at both ends
 */
export function gatewayFetch(fetch: typeof globalThis.fetch, basePath: string): PathFetch {
  return (path, init) => {
    const headers = new Headers(init.headers);
    headers.set(consoleHeader, '1');
    const url = `${basePath.slice(0, -1)}${path}`;
    return fetch(url, { ...init, headers, credentials: 'same-origin' });
  };
}

/** The session kept by the gateway; the browser never sees a token. */
export function createCookieSession(http: Http): Session {
  /** The user this tab last knew to be signed in: it chooses a customer id only for that user (T17). */
  let owner: string | undefined;

  function noted(info: SessionInfo): SessionInfo {
    owner = ownerOf(info);
    return info;
  }

  return {
    async read({ background = false } = {}) {
      const call = { method: 'GET', route: sessionPath, background } as const;
      const answer = await http.send(call);
      return answer.status === 204 ? null : noted(sessionInfo(call, answer));
    },
    async signIn(credentials, { signal } = {}) {
      const call = {
        method: 'POST',
        route: sessionPath,
        body: credentials,
        // The limit is per username (API document 8.3).
        hasSeparateLimit: true,
        signal,
      } as const;
      return noted(sessionInfo(call, await http.send(call)));
    },
    async chooseCustomer(customerId, { signal } = {}) {
      const body = { customerId };
      const call = { method: 'PUT', route: customerPath, body, owner, signal } as const;
      try {
        return noted(sessionInfo(call, await http.send(call)));
      } catch (error) {
        // Without a response the change may have been made, and the session may have that customer id.
        if (error instanceof ApiError && error.status === undefined) owner = undefined;
        throw error;
      }
    },
    async signOut() {
      await http.send({ method: 'DELETE', route: sessionPath });
    },
  };
}

/** Checked by hand, because sign-in does not load the schema library. */
function sessionInfo(call: HttpRequest, answer: HttpAnswer): SessionInfo {
  const value = parseJson(answer.text);
  if (isObject(value)) {
    const { username, customerId } = value;
    if (typeof username === 'string' && (typeof customerId === 'string' || customerId === null)) {
      const mayChangeCustomer = value['mayChangeCustomer'] === true;
      const endsIn = readEndsIn(value['endsIn']);
      const isUnproven = value['isUnproven'] === true;
      return { username, customerId, mayChangeCustomer, endsIn, isUnproven };
    }
  }
  throw malformed(call, answer);
}

function readEndsIn(value: unknown): SessionInfo['endsIn'] {
  if (!isObject(value)) return undefined;
  const { unused, atTheLatest } = value;
  if (typeof unused !== 'number' || typeof atTheLatest !== 'number') return undefined;
  return { unused, atTheLatest };
}
