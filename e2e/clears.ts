import type { Sandbox } from '../src/sandbox/sandbox.ts';

/** A lock or a prefix that a PUT took away from a group. */
export interface Clear {
  /** Name of the group as it was before. */
  readonly group: string;
  readonly what: 'lock' | 'prefix';
}

/** Watches what the PUTs of one test take away, and knows what its person chose to take away. */
export interface Clears {
  /** The upstream to be given to the gateway. */
  readonly fetch: Sandbox['fetch'];
  /** Says that the person of this test chooses to clear this. */
  expectClear(group: string, what: Clear['what']): void;
  readonly seen: () => readonly Clear[];
  readonly chosen: () => readonly Clear[];
  reset(): void;
}

/**
 * Compares each PUT that the sandbox takes with what it had stored before. It reads the sandbox's store
 * and not what the page shows, so a value that is hidden from the list counts too.
 */
export function watchClears(sandbox: Sandbox): Clears {
  let seen: Clear[] = [];
  let chosen: Clear[] = [];
  return {
    async fetch(request, connection) {
      if (request.method !== 'PUT') return sandbox.fetch(request, connection);
      const before = new Map(sandbox.state.groups().map((group) => [group.id, { ...group }]));
      const taken = sandbox.state.puts().length;
      try {
        return await sandbox.fetch(request, connection);
      } finally {
        // Also where the answer was lost: what counts is what was stored.
        for (const { groupId } of sandbox.state.puts().slice(taken)) {
          const was = before.get(groupId);
          const is = sandbox.state.group(groupId);
          if (was?.lockMasterImei && !is?.lockMasterImei) {
            seen.push({ group: was.name, what: 'lock' });
          }
          if (was && was.imeiPrefix !== '' && is?.imeiPrefix === '') {
            seen.push({ group: was.name, what: 'prefix' });
          }
        }
      }
    },
    expectClear: (group, what) => chosen.push({ group, what }),
    seen: () => seen,
    chosen: () => chosen,
    reset() {
      seen = [];
      chosen = [];
    },
  };
}
