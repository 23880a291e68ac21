import type { Sandbox } from '../src/sandbox/sandbox.ts';

/** A lock or a prefix that a PUT removed from a group. */
export interface Clear {
  /** The group's name before the PUT. */
  readonly group: string;
  readonly what: 'lock' | 'prefix';
}

/**
 * Watches what a test's PUTs remove, and knows what its user chose to remove.
 *
 * Compares each accepted PUT with the sandbox's previously stored values. It reads the sandbox's state instead of the
 * page, so that values missing from the list are included.
 */
export function watchClears(sandbox: Sandbox) {
  let seen: Clear[] = [];
  let chosen: Clear[] = [];
  return {
    /** The upstream for the gateway. */
    async fetch(...[request, connection]: Parameters<Sandbox['fetch']>) {
      if (request.method !== 'PUT') return sandbox.fetch(request, connection);
      const before = new Map(sandbox.state.groups().map((group) => [group.id, { ...group }]));
      const taken = sandbox.state.puts().length;
      try {
        return await sandbox.fetch(request, connection);
      } finally {
        // Includes PUTs whose response was lost, because their change was stored.
        for (const { groupId } of sandbox.state.puts().slice(taken)) {
          const was = before.get(groupId);
          const is = sandbox.state.group(groupId);
          const cleared = (what: Clear['what']) => seen.push({ group: was?.name ?? '', what });
          if (was?.lockMasterImei && !is?.lockMasterImei) cleared('lock');
          if (was && was.imeiPrefix !== '' && is?.imeiPrefix === '') cleared('prefix');
        }
      }
    },
    /** Declares that the test's user chooses to clear this lock or prefix. */
    expectClear: (group: string, what: Clear['what']) => void chosen.push({ group, what }),
    seen: (): readonly Clear[] => seen,
    chosen: (): readonly Clear[] => chosen,
    reset() {
      seen = [];
      chosen = [];
    },
  };
}
export type Clears = ReturnType<typeof watchClears>;
