import { endpoints } from '#contract/endpoints.ts';
import { customerPath, sessionPath } from '#contract/session.ts';
import { tokenPair } from '#contract/tokenPair.ts';
import { parseJson } from '#lib/json.ts';

import { ApiError, malformed } from '../errors.ts';
import type { Http } from '../http.ts';
import { type CustomerIdSource, findCustomerId } from '../tokens/customerId.ts';
import type { Session } from './session.ts';
import type { TokenAccess } from './tokenAccess.ts';

/** A session limited to this tab, for static hosting: a reload or a new tab has to sign in again. */
export function createTokenSession(
  http: Http,
  access: TokenAccess,
  source: CustomerIdSource,
): Session {
  return {
    read: async () => access.info(),
    async signIn(credentials, { signal } = {}) {
      const call = {
        method: endpoints.token.method,
        route: sessionPath,
        path: endpoints.token.path,
        body: credentials,
        // The limit is per username (API document 8.3).
        hasSeparateLimit: true,
        signal,
      };
      const answer = await http.send(call);
      const { data: pair } = tokenPair.safeParse(parseJson(answer.text));
      if (!pair) throw malformed(call, answer);
      const customerId = findCustomerId(pair, source);
      const mayChangeCustomer = customerId === null;
      const info = { username: credentials.username, customerId, mayChangeCustomer };
      access.begin(info, pair);
      return info;
    },
    async chooseCustomer(customerId) {
      const info = access.chooseCustomer(customerId);
      if (info) return info;
      throw new ApiError({
        kind: 'unauthenticated',
        method: 'PUT',
        route: customerPath,
        requestId: '',
        code: 'session_ended',
      });
    },
    signOut: async () => access.end(),
  };
}
