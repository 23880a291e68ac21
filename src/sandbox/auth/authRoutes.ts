import { jsonAnswer } from '../answers.ts';
import { readFields } from '../body.ts';
import { ServiceError } from '../errors.ts';
import type { Limit } from '../limits.ts';
import type { AuthRoute, OpenCall } from '../route.ts';

/** Both auth limits of the API document 8.3. */
const authLimit: Limit = { requests: 5, windowSeconds: 60 };

/** `POST /v1/auth/token` (API document 4.1); limited per submitted username. */
export const signIn: AuthRoute = {
  method: 'POST',
  path: '/v1/auth/token',
  base: 'auth',
  async run(call) {
    const fields = read(call, { username: 'string', password: 'string' });
    const username = String(fields.get('username'));
    if (call.options.authLimits) call.spend(`POST /v1/auth/token ${username}`, authLimit);
    const user = call.service.users().find((candidate) => candidate.username === username);
    if (!user || user.password !== fields.get('password')) {
      throw new ServiceError(401, 'Username or password is wrong');
    }
    if (user.suspended) throw new ServiceError(403, 'The account is suspended');
    return jsonAnswer(await call.service.tokens().issue(user));
  },
};

/** `POST /v1/auth/refresh` (API document 4.2); limited per client address. */
export const refresh: AuthRoute = {
  method: 'POST',
  path: '/v1/auth/refresh',
  base: 'auth',
  async run(call) {
    // Before anything is looked at: it is the address that is limited, whatever it sends.
    if (call.options.authLimits) {
      call.spend(`POST /v1/auth/refresh ${call.clientAddress}`, authLimit);
    }
    const fields = read(call, { refresh_token: 'string' });
    return jsonAnswer(await call.service.tokens().refresh(String(fields.get('refresh_token'))));
  },
};

function read(call: OpenCall, fields: Record<string, 'string'>) {
  return readFields(call.body, fields, {
    required: true,
    refuseUnknown: call.options.unknownParameters === 'refuse',
  });
}
