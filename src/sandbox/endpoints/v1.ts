import { apiLimits } from '../limits.ts';
import { jsonResponse, ServiceError, violation } from '../responses.ts';
import type { Call, ProtectedRoute } from '../route.ts';
import { readFields } from '../validation.ts';
import type { Customer } from '../world/customers.ts';
import { isListed } from '../world/listing.ts';
import { type Sim, tagIds } from '../world/sims.ts';
import { wireRecord } from '../world/thingRecord.ts';
import { changeSim } from '../world/worldChanges.ts';
import { thingsResponse } from './things.ts';

/** The API document names these endpoints without their payloads (4.6), so the payloads are invented. */
const plausible = { base: 'api', apikey: 'optional', plausible: true } as const;
const read = { ...plausible, method: 'GET', scope: 'read' } as const;
const write = { ...plausible, method: 'POST', scope: 'write' } as const;

/** The endpoints of API document 4.6, and one for each row of 8.2 that would otherwise have none. */
export const v1Routes: readonly ProtectedRoute[] = [
  { ...read, path: '/v1/things', takesQuery: true, limit: apiLimits.reads, run: thingsResponse },
  {
    ...read,
    path: '/v1/things/{iccid}',
    limit: apiLimits.reads,
    run: (call) => jsonResponse(wireRecord(call.caller.customer, simInPath(call), call.options)),
  },
  {
    ...write,
    path: '/v1/things/{iccid}/start-qos',
    limit: apiLimits.startQos,
    run(call) {
      const { iccid, state } = simInPath(call);
      if (state !== 'ACTIVE') throw violation('SIM is active', `the SIM is ${state}`);
      return jsonResponse({ iccid, status: 'STARTED', startedAt: call.options.clock.now() });
    },
  },
  {
    ...write,
    path: '/v1/things/{iccid}/activate',
    limit: apiLimits.most,
    run(call) {
      const sim = simInPath(call);
      if (sim.state === 'ACTIVE') throw new ServiceError(409, 'The SIM is already active');
      if (sim.state === 'RETIRED') throw violation('SIM is in use', 'the SIM is RETIRED');
      const modified = call.options.clock.now();
      changeSim(call.caller.customer, sim, { state: 'ACTIVE', modified });
      return jsonResponse({ iccid: sim.iccid, State: 'ACTIVE' });
    },
  },
  {
    ...write,
    path: '/v1/captures/data/create',
    limit: apiLimits.captures,
    run(call) {
      const rules = { required: true, refuseUnknown: false };
      const { iccid } = findSim(
        call,
        readFields(call.body, { iccid: 'string' }, rules).text('iccid'),
      );
      return jsonResponse({ id: `CaptureId_${call.options.clock.now().toString(16)}`, iccid });
    },
  },
  {
    ...read,
    path: '/v1/users',
    scope: 'admin',
    limit: apiLimits.users,
    run: ({ service, caller }) =>
      jsonResponse(
        service.users
          .filter((user) => user.customerId === caller.customer.id)
          .map(({ id, username, scopes, suspended }) => ({ id, username, scopes, suspended })),
      ),
  },
  {
    ...read,
    path: '/v1/orders',
    limit: apiLimits.reads,
    run: ({ caller }) => jsonResponse(ordersOf(caller.customer)),
  },
  {
    ...read,
    path: '/v1/tags',
    limit: apiLimits.reads,
    run: () => jsonResponse(tagIds.map((id) => ({ id, name: id.replace('TagId_', '') }))),
  },
  { ...read, path: '/v1/roaming', limit: apiLimits.roaming, run: () => jsonResponse([]) },
  { ...read, path: '/v1/inbox', limit: apiLimits.inbox, run: () => jsonResponse([]) },
  { ...read, path: '/v1/event-types', limit: apiLimits.inbox, run: () => jsonResponse([]) },
];

function simInPath(call: Call): Sim {
  return findSim(call, call.params.get('iccid'));
}

/** Finds a SIM by its full ICCID. Throws 403 for another account's SIM, 404 if there is no SIM. */
function findSim({ caller, service }: Call, iccid: string | undefined): Sim {
  const isWanted = (sim: Sim) => sim.iccid === iccid && isListed(sim);
  const sim = caller.customer.sims.find(isWanted);
  if (sim) return sim;
  throw service.customers.some(({ sims }) => sims.some(isWanted))
    ? new ServiceError(403, 'The SIM belongs to another account')
    : new ServiceError(404, `There is no SIM ${iccid}`);
}

function ordersOf({ id, groups, worldTime }: Customer) {
  return groups.map((group, index) => ({
    id: `OrderId_${9001 + index}`,
    customerId: id,
    quantity: group.measures.total,
    status: index === 0 ? 'OPEN' : 'DELIVERED',
    dateCreated: worldTime - (index + 1) * 30 * 86_400_000,
  }));
}
