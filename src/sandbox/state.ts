import type { Thing } from '#contract/thing.ts';

import type { Customer } from './customer.ts';
import type { GroupPatch, StoredGroup } from './groups/groupStore.ts';
import type { LoggedRequest } from './requestLog.ts';
import type { AcceptedPut } from './route.ts';
import { thingRecord } from './things/record.ts';

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
    groups: (customerId) => customerOf(customerId)?.groups.all() ?? [],
    group: (id) => findGroup(given.customers(), id)?.group,
    things(customerId) {
      const customer = customerOf(customerId);
      if (!customer) return [];
      return Array.from({ length: customer.fleet.size }, (_, row) => thingRecord(customer, row));
    },
    thing(iccid) {
      for (const customer of given.customers()) {
        let found: Thing | undefined;
        customer.fleet.iccid.find(iccid, 'exact', (row) => {
          found = thingRecord(customer, row);
        });
        if (found) return found;
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
  found.customer.groups.change(found.group, patch, now);
}

function findGroup(customers: readonly Customer[], id: string) {
  for (const customer of customers) {
    const group = customer.groups.find(id);
    if (group) return { customer, group };
  }
  return undefined;
}
