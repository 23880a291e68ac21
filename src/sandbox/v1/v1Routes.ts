import { jsonAnswer } from '../answers.ts';
import { readFields } from '../body.ts';
import type { Customer } from '../customer.ts';
import { ServiceError } from '../errors.ts';
import type { Call, ProtectedRoute } from '../route.ts';
import { fleetStates, tagIds } from '../seed/fleet.ts';
import { thingRecord } from '../things/record.ts';
import { shapeThing } from '../things/thingShape.ts';
import { answerThings } from '../things/thingsRoute.ts';
import { apiLimits } from './apiLimits.ts';

/** The document names these endpoints and shows no payload (4.6); what they answer here is plausible, no more. */
const plausible = { base: 'api', apikey: 'optional', plausible: true } as const;
const read = { ...plausible, method: 'GET', scope: 'read' } as const;
const write = { ...plausible, method: 'POST', scope: 'write' } as const;

/** The endpoints of the API document 4.6, and one for each row of 8.2 that they leave without a path. */
export const v1Routes: readonly ProtectedRoute[] = [
  {
    ...read,
    path: '/v1/things',
    takesQuery: true,
    limit: apiLimits.reads,
    run: answerThings,
  },
  {
    ...read,
    path: '/v1/things/{iccid}',
    limit: apiLimits.reads,
    run: (call) => jsonAnswer(shapeThing(call.caller.customer, rowOf(call), call.options)),
  },
  {
    ...write,
    path: '/v1/things/{iccid}/start-qos',
    limit: apiLimits.startQos,
    run(call) {
      const { customer } = call.caller;
      const { ExternalUniqueId: iccid, State } = thingRecord(customer, rowOf(call));
      if (State !== 'ACTIVE') {
        throw new ServiceError(422, `Constraint "SIM is active" is violated: the SIM is ${State}`);
      }
      return jsonAnswer({ iccid, status: 'STARTED', startedAt: call.options.clock.now() });
    },
  },
  {
    ...write,
    path: '/v1/things/{iccid}/activate',
    limit: apiLimits.most,
    run(call) {
      const { fleet, groups } = call.caller.customer;
      const row = rowOf(call);
      const state = fleetStates[fleet.state[row] ?? 0];
      if (state === 'ACTIVE') throw new ServiceError(409, 'The SIM is already active');
      if (state === 'RETIRED') {
        throw new ServiceError(422, 'Constraint "SIM is in use" is violated: the SIM is RETIRED');
      }
      fleet.state[row] = fleetStates.indexOf('ACTIVE');
      fleet.modified.set(row, call.options.clock.now());
      groups.ofPlan(fleet.group[row] ?? 0).measures.Active++;
      return jsonAnswer({ iccid: fleet.iccid.at(row), State: 'ACTIVE' });
    },
  },
  {
    ...write,
    path: '/v1/captures/data/create',
    limit: apiLimits.captures,
    run(call) {
      const fields = readFields(
        call.body,
        { iccid: 'string' },
        { required: true, refuseUnknown: false },
      );
      const iccid = String(fields.get('iccid'));
      findRow(call, iccid);
      return jsonAnswer({ id: `CaptureId_${call.options.clock.now().toString(16)}`, iccid });
    },
  },
  {
    ...read,
    path: '/v1/users',
    scope: 'admin',
    limit: apiLimits.users,
    run: ({ service, caller }) =>
      jsonAnswer(
        service
          .users()
          .filter((user) => user.customerId === caller.customer.id)
          .map(({ id, username, scopes, suspended }) => ({ id, username, scopes, suspended })),
      ),
  },
  {
    ...read,
    path: '/v1/orders',
    limit: apiLimits.reads,
    run: ({ caller }) => jsonAnswer(ordersOf(caller.customer)),
  },
  {
    ...read,
    path: '/v1/tags',
    limit: apiLimits.reads,
    run: () => jsonAnswer(tagIds.map((id) => ({ id, name: id.replace('TagId_', '') }))),
  },
  { ...read, path: '/v1/roaming', limit: apiLimits.roaming, run: () => jsonAnswer([]) },
  { ...read, path: '/v1/inbox', limit: apiLimits.inbox, run: () => jsonAnswer([]) },
  { ...read, path: '/v1/event-types', limit: apiLimits.inbox, run: () => jsonAnswer([]) },
];

function rowOf(call: Call): number {
  return findRow(call, call.params.get('iccid') ?? '');
}

/** The row of a SIM by its whole ICCID. Throws 403 for another account's SIM, 404 for none. */
function findRow({ caller, service }: Call, iccid: string): number {
  const row = rowIn(caller.customer, iccid);
  if (row !== undefined) return row;
  const foreign = service.customers().some((customer) => rowIn(customer, iccid) !== undefined);
  throw foreign
    ? new ServiceError(403, 'The SIM belongs to another account')
    : new ServiceError(404, `There is no SIM ${iccid}`);
}

function rowIn({ fleet }: Customer, iccid: string): number | undefined {
  let found: number | undefined;
  fleet.iccid.find(iccid, 'exact', (row) => {
    found = row;
  });
  return found;
}

function ordersOf({ id, groups, worldTime }: Customer) {
  return groups.all().map((group, index) => ({
    id: `OrderId_${9001 + index}`,
    customerId: id,
    quantity: group.measures.total,
    status: index === 0 ? 'OPEN' : 'DELIVERED',
    dateCreated: worldTime - (index + 1) * 30 * 86_400_000,
  }));
}
