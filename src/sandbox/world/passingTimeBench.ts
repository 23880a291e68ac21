import { manualClock } from '#lib/clock.ts';

import type { SandboxOptions } from '../options.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { mainCustomerId, otherCustomerId } from './customers.ts';

/** What the tests of passing time share. */
export const start = Date.UTC(2026, 5, 1, 12, 34, 56);
export const minute = 60_000;
export const customers = [mainCustomerId, otherCustomerId];

/** A sandbox of two customers whose fleets change, and its clock. */
export function open(options: Partial<SandboxOptions> = {}) {
  const clock = manualClock(start);
  return { clock, sandbox: createSandbox({ things: 300, timePasses: true, clock, ...options }) };
}

/** Everything that can be seen of both customers. */
export function worldOf({ state }: Sandbox) {
  return customers.map((id) => ({ things: state.things(id), groups: state.groups(id) }));
}

/** What happened to both customers' fleets. */
export const logOf = ({ state }: Sandbox) => customers.map((id) => state.fleetChanges(id));
