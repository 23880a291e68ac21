import type { Thing } from '#contract/thing.ts';

import { createTokens } from './auth/tokens.ts';
import { createUsers, type SandboxUser } from './auth/users.ts';
import { createFaultInjection, type Faults } from './faultInjection.ts';
import { handleRequest } from './handleRequest.ts';
import { createLimitCounter } from './limits.ts';
import { defaultOptions, type SandboxOptions } from './options.ts';
import { createRequestLog, type LoggedRequest } from './requestLog.ts';
import type { AcceptedPut, Service } from './route.ts';
import { allowOrigin, type Connection, createRouter, preflight } from './router.ts';
import { createCustomers } from './world/customers.ts';
import type { GroupPatch, StoredGroup } from './world/groups.ts';
import { isListed } from './world/listing.ts';
import { createPassingTime } from './world/passingTime.ts';
import { createRandom, itemAt } from './world/random.ts';
import { thingRecord } from './world/thingRecord.ts';
import { changeGroup, groupsOf } from './world/worldChanges.ts';

/** An emulator of the service that the API document describes. */
export interface Sandbox {
  /**
   * Responds like the service. Both base paths of the API document are served at the root of any origin. Rejects like
   * `fetch`: with a TypeError when a fault cuts the connection, with the signal's reason when the caller gives up. Can
   * be called without `this`.
   *
   * @param connection the origin of the request, needed for limits per address
   */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /** The users who can sign in, with their passwords. */
  readonly users: readonly SandboxUser[];
  readonly faults: Faults;
  readonly state: ReturnType<typeof createState>;
  options(): SandboxOptions;
  /**
   * Changes options while running. Changing `things`, `seed`, `clock`, `groupIds` or `hostileStrings` builds a new
   * world; changing `seed` also invalidates all tokens, because the signing key depends on it. Time starts to pass
   * when `timePasses` is switched on. When it is switched on again, time continues without the changes that would
   * have happened in between.
   */
  setOptions(patch: Partial<SandboxOptions>): void;
  /** Changes a group as another user would, at the clock's current time. Throws for an unknown id. */
  changeGroup(groupId: string, patch: GroupPatch): void;
  /** Ends all rate-limit windows. */
  resetLimits(): void;
  /** Invalidates all tokens issued so far. */
  revokeTokens(): void;
  /** Returns to the initial state: original options and groups; no faults, used budgets, log or tokens. */
  reset(): void;
}

/** The options that determine the world. */
const worldOptions = ['things', 'seed', 'clock', 'hostileStrings', 'groupIds'] as const;

/** @param given options that differ from the default */
export function createSandbox(given: Partial<SandboxOptions> = {}): Sandbox {
  const firstOptions: SandboxOptions = { ...defaultOptions, ...given };
  const random = createRandom(firstOptions.seed);
  const faults = createFaultInjection();
  const log = createRequestLog();
  const puts: AcceptedPut[] = [];
  // Parts are replaced while requests are in flight; those requests continue with the new parts.
  const service: { -readonly [Part in keyof Service]: Service[Part] } = {
    options: firstOptions,
    ...createWorld(firstOptions),
    users: createUsers(firstOptions.extraUsers, firstOptions.suspendedUsers),
    random,
    tokens: createTokens(random, () => service),
    limits: createLimitCounter(() => service.options.clock),
    puts,
  };
  const router = createRouter((incoming) => handleRequest({ service, faults, log }, incoming));

  function applyOptions(next: SandboxOptions) {
    passTime(service);
    const previous = service.options;
    service.options = next;
    service.users = createUsers(next.extraUsers, next.suspendedUsers);
    if (worldOptions.some((name) => next[name] !== previous[name])) {
      Object.assign(service, createWorld(next));
    } else if (next.timePasses && !previous.timePasses) {
      service.passingTime.start(next.clock.now());
    }
    if (next.seed !== previous.seed) restartRandom();
  }

  /** Restarts all random sources, including the signing key. */
  function restartRandom() {
    service.random = createRandom(service.options.seed);
    service.tokens = createTokens(service.random, () => service);
  }

  /** A request that hangs is not reachable from anywhere else, and once freed it would ignore its caller's abort. */
  const open = new Set<Request>();

  return {
    async fetch(request, connection = {}) {
      const { cors } = service.options;
      open.add(request);
      try {
        return (
          preflight(request, cors) ??
          allowOrigin(request, await router.fetch(request, connection), cors)
        );
      } finally {
        open.delete(request);
      }
    },
    get users() {
      return service.users;
    },
    faults,
    state: createState(service, log.all),
    options: () => service.options,
    setOptions: (patch) => applyOptions({ ...service.options, ...patch }),
    changeGroup(id, patch) {
      passTime(service);
      const customer = service.customers.find(({ groups }) => groups.some((one) => one.id === id));
      const group = customer?.groups.find((one) => one.id === id);
      if (!customer || !group) throw new RangeError(`No Thing Group ${id}`);
      changeGroup(customer, group, patch, service.options.clock.now());
    },
    resetLimits: service.limits.clear,
    revokeTokens: () => service.tokens.revokeAll(),
    reset() {
      applyOptions(firstOptions);
      Object.assign(service, createWorld(firstOptions));
      restartRandom();
      faults.clear();
      service.limits.clear();
      log.clear();
      puts.length = 0;
    },
  };
}

function createWorld(options: SandboxOptions): Pick<Service, 'customers' | 'passingTime'> {
  const { seed, things, clock, hostileStrings: hostile, groupIds, timePasses } = options;
  const now = clock.now();
  const customers = createCustomers({ seed, things, now, hostile, groupIds });
  const passingTime = createPassingTime(customers);
  if (timePasses) passingTime.start(now);
  return { customers, passingTime };
}

/** With `timePasses` on, makes all due changes before anything is read or changed. */
function passTime({ options, passingTime }: Service): void {
  if (options.timePasses) passingTime.catchUp(options.clock.now());
}

/** The service's data and requests, for tests and for inspection by hand. Options and limits do not apply. */
function createState(service: Service, requests: () => readonly LoggedRequest[]) {
  const customersNow = () => {
    passTime(service);
    return service.customers;
  };
  const customerOf = (id: string | undefined) =>
    customersNow().find((one) => id === undefined || one.id === id);
  return {
    /** The groups of a customer, by default the first customer. */
    groups(customerId?: string): readonly Readonly<StoredGroup>[] {
      const customer = customerOf(customerId);
      return customer ? groupsOf(customer) : [];
    },
    group: (id: string): Readonly<StoredGroup> | undefined =>
      customersNow()
        .flatMap(groupsOf)
        .find((one) => one.id === id),
    /** A customer's complete records, in the service's own order. */
    things(customerId?: string): readonly Thing[] {
      const customer = customerOf(customerId);
      if (!customer) return [];
      const { sims, listing } = customer;
      return listing.rows.map((row) => thingRecord(customer, itemAt(sims, row)));
    },
    thing(iccid: string) {
      for (const customer of customersNow()) {
        const sim = customer.sims.find((one) => one.iccid === iccid && isListed(one));
        if (sim) return thingRecord(customer, sim);
      }
      return undefined;
    },
    /** Every accepted group PUT, oldest first. */
    puts: () => service.puts,
    /** Every change by the simulated colleague as time passes, oldest first. */
    colleagueChanges() {
      passTime(service);
      return service.passingTime.colleagueChanges();
    },
    /** Every change to a customer's SIMs as time passes, oldest first. */
    fleetChanges(customerId?: string) {
      const customer = customerOf(customerId);
      return customer ? service.passingTime.fleetChanges(customer.id) : [];
    },
    /** Every request, oldest first, without secrets. */
    requests,
  };
}
