import type { SandboxUser as OfferedUser } from '#contract/sandboxUsers.ts';

import { mainCustomerId, otherCustomerId } from '../world/customers.ts';

/** Scopes (API document 5, rule 3). */
export type Scope = 'read' | 'write' | 'admin';

export interface SandboxUser extends OfferedUser {
  readonly id: string;
  readonly customerId: string;
  readonly scopes: readonly Scope[];
  /** A suspended account is refused with 403 (API document 7). */
  readonly suspended: boolean;
}

/**
 * @param extra number of additional users with write access
 * @param suspended usernames of suspended accounts, in addition to the one that is always suspended
 */
export function createUsers(extra = 0, suspended: readonly string[] = []): readonly SandboxUser[] {
  const further = Array.from({ length: extra }, (_, index) => {
    const number = String(index + 1).padStart(4, '0');
    return createUser(`user${number}`, `5${number}`, 'can read and write; for load tests');
  });
  return [...fixedUsers, ...further].map((user) =>
    suspended.includes(user.username) ? { ...user, suspended: true } : user,
  );
}

const fixedUsers: readonly SandboxUser[] = [
  createUser('writer', '1001', 'can read and write'),
  createUser('reader', '1002', 'read-only: saving a group is refused with 403', {
    scopes: ['read'],
  }),
  createUser('admin', '1003', 'can read and write, and use admin endpoints', {
    scopes: ['read', 'write', 'admin'],
  }),
  createUser('suspended', '1004', 'suspended account: sign-in is refused with 403', {
    suspended: true,
  }),
  createUser(
    'other',
    '2001',
    'can read and write for a second customer, with other SIMs and groups',
    { customerId: otherCustomerId },
  ),
  createUser(
    'watcher',
    '1005',
    'not a person: read-only, for the watch, which reads the fleet automatically',
    { scopes: ['read'] },
  ),
];

/** A user of the first customer with read and write access, unless `different` overrides it. */
function createUser(
  username: string,
  number: string,
  description: string,
  different: Partial<SandboxUser> = {},
): SandboxUser {
  return {
    username,
    password: `sandbox-${username}`,
    description,
    id: `UserId_${number}`,
    customerId: mainCustomerId,
    scopes: ['read', 'write'],
    suspended: false,
    ...different,
  };
}
