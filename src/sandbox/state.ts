import type { Thing } from '#contract/thing.ts';

import type { LoggedRequest } from './requestLog.ts';
import type { AcceptedPut } from './route.ts';
import type { Customer } from './world/customers.ts';
import { changeGroup as storeChange, type GroupPatch, type StoredGroup } from './world/groups.ts';
import { thingRecord } from './world/thingRecord.ts';

/** What the service has stored and seen, for tests and for people. Reads past all options and limits. */
export interface SandboxState {
  /** The groups of a customer; of the first when none is named. */
  groups(customerId?: string): readonly Readonly<StoredGroup>[];
  group(id: string): Readonly<StoredGroup> | undefined;
  /** All records of a customer with every field, in the service's own order. */
  things(customerId?: string): readonly Thing[];
  thing(iccid: string): Thing | undefined;
  /** Every PUT of a group that was taken, oldest first. */
  puts(): readonly AcceptedPut[];
  /** Every request, oldest first, without secrets. */
  requests(): readonly LoggedRequest[];
}

export function createState(given: {
  customers(): readonly Customer[];
  puts: readonly AcceptedPut[];
  requests(): readonly LoggedRequest[];
}): SandboxState {
  const customerOf = (id: string | undefined) => {
    const [first] = given.customers();
    return id === undefined ? first : given.customers().find((customer) => customer.id === id);
  };
  return {
    groups: (customerId) => customerOf(customerId)?.groups ?? [],
    group: (id) => findGroup(given.customers(), id)?.group,
    things(customerId) {
      const customer = customerOf(customerId);
      return customer?.sims.map((sim) => thingRecord(customer, sim)) ?? [];
    },
    thing(iccid) {
      for (const customer of given.customers()) {
        const sim = customer.sims.find((candidate) => candidate.iccid === iccid);
        if (sim) return thingRecord(customer, sim);
      }
      return undefined;
    },
    puts: () => given.puts,
    requests: () => given.requests(),
  };
}

/** Changes a group behind every caller's back. Throws a RangeError when there is no such group. */
export function changeGroup(
  customers: readonly Customer[],
  id: string,
  patch: GroupPatch,
  now: number,
): void {
  const found = findGroup(customers, id);
  if (!found) throw new RangeError(`No Thing Group ${id}`);
  storeChange(found.group, patch, found.customer.profiles, now);
}

function findGroup(customers: readonly Customer[], id: string) {
  for (const customer of customers) {
    const group = customer.groups.find((candidate) => candidate.id === id);
    if (group) return { customer, group };
  }
  return undefined;
}
