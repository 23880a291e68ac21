import type { SandboxOptions } from '../options.ts';
import { ServiceError } from '../responses.ts';
import type { Caller, ProtectedRoute, Service } from '../route.ts';

/** Who calls, by the Authorization header; throws 401 for each cause of the API document 5, rule 1. */
export async function authenticate(request: Request, service: Service): Promise<Caller> {
  const header = request.headers.get('authorization');
  if (header === null) throw new ServiceError(401, 'The Authorization header is missing');
  const token = header.match(/^Bearer ([^\s]+)$/)?.[1];
  if (token === undefined) {
    throw new ServiceError(401, 'The Authorization header must read "Bearer <ACCESS_TOKEN>"');
  }
  const user = await service.tokens().userOf(token);
  const customer = service.customers().find(({ id }) => id === user.customerId);
  if (!customer) throw new ServiceError(401, 'The access token is not valid');
  return { user, customer };
}

/** Whether the caller may use this endpoint: account, scope (API document 5, rules 2 and 3) and `apikey` (rule 4). */
export function authorize(
  request: Request,
  route: ProtectedRoute,
  { user, customer }: Caller,
  { wrongApikeyStatus }: SandboxOptions,
): void {
  if (user.suspended) throw new ServiceError(403, 'The account is suspended');
  if (!user.scopes.includes(route.scope)) {
    throw new ServiceError(403, `The token lacks the scope "${route.scope}"`);
  }
  const apikey = request.headers.get('apikey');
  if (apikey === null) {
    if (route.apikey === 'required') throw new ServiceError(401, 'The header apikey is missing');
  } else if (apikey !== customer.id) {
    throw new ServiceError(wrongApikeyStatus, 'The header apikey names another account');
  }
}
