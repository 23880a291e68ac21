import { authLimit } from '../limits.ts';
import { brief } from '../requestLog.ts';
import { jsonResponse, ServiceError } from '../responses.ts';
import type { AuthRoute, OpenCall } from '../route.ts';
import { readFields } from '../validation.ts';

/** `POST /v1/auth/token` (API document 4.1); limited per submitted username (8.3). */
export const signIn: AuthRoute = {
  method: 'POST',
  path: '/v1/auth/token',
  base: 'auth',
  async run(call) {
    const fields = readAll(call, { username: 'string', password: 'string' });
    const username = fields.text('username');
    if (call.options.authLimits) call.spend(`POST /v1/auth/token ${brief(username)}`, authLimit);
    const user = call.service.users.find((candidate) => candidate.username === username);
    if (!user || user.password !== fields.text('password')) {
      throw new ServiceError(401, 'Username or password is wrong');
    }
    if (user.suspended) throw new ServiceError(403, 'The account is suspended');
    return jsonResponse(await call.service.tokens.issue(user));
  },
};

/** `POST /v1/auth/refresh` (API document 4.2); limited per client address (8.3). */
export const refresh: AuthRoute = {
  method: 'POST',
  path: '/v1/auth/refresh',
  base: 'auth',
  async run(call) {
    // The limit is per address, so a malformed request counts too.
    if (call.options.authLimits) {
      call.spend(`POST /v1/auth/refresh ${call.clientAddress}`, authLimit);
    }
    const token = readAll(call, { refresh_token: 'string' }).text('refresh_token') ?? '';
    return jsonResponse(await call.service.tokens.refresh(token));
  },
};

function readAll({ body, options }: OpenCall, fields: Record<string, 'string'>) {
  const refuseUnknown = options.unknownParameters === 'refuse';
  return readFields(body, fields, { required: true, refuseUnknown });
}
