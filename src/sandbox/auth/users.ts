import { mainCustomerId, otherCustomerId } from '../world/customers.ts';

/** Scopes of the API document 5, rule 3. */
export type Scope = 'read' | 'write' | 'admin';

/** Somebody who can sign in to the sandbox. */
export interface SandboxUser {
  readonly username: string;
  readonly password: string;
  /** What the user is for, to print beside the password. */
  readonly description: string;
  readonly id: string;
  readonly customerId: string;
  readonly scopes: readonly Scope[];
  /** A suspended account is refused with 403 (API document 7). */
  readonly suspended: boolean;
}

/**
 * @param extra number of further users who may write
 * @param suspended usernames whose account is suspended, beside the one that always is
 */
export function createUsers(extra = 0, suspended: readonly string[] = []): readonly SandboxUser[] {
  return allUsers(extra).map((user) =>
    suspended.includes(user.username) ? Object.assign({}, user, { suspended: true }) : user,
  );
}

function allUsers(extra: number): SandboxUser[] {
  const main = { customerId: mainCustomerId, suspended: false } as const;
  return [
    {
      ...main,
      username: 'writer',
      password: 'sandbox-writer',
      description: 'may read and write',
      id: 'UserId_1001',
      scopes: ['read', 'write'],
    },
    {
      ...main,
      username: 'reader',
      password: 'sandbox-reader',
      description: 'may only read: saving a group is refused with 403',
      id: 'UserId_1002',
      scopes: ['read'],
    },
    {
      ...main,
      username: 'admin',
      password: 'sandbox-admin',
      description: 'may read and write, and use admin endpoints',
      id: 'UserId_1003',
      scopes: ['read', 'write', 'admin'],
    },
    {
      ...main,
      username: 'suspended',
      password: 'sandbox-suspended',
      description: 'suspended account: sign-in is refused with 403',
      id: 'UserId_1004',
      scopes: ['read', 'write'],
      suspended: true,
    },
    {
      username: 'other',
      password: 'sandbox-other',
      description: 'may read and write at a second customer, with other SIMs and groups',
      id: 'UserId_2001',
      customerId: otherCustomerId,
      scopes: ['read', 'write'],
      suspended: false,
    },
    ...Array.from({ length: extra }, (_, index): SandboxUser => {
      const number = String(index + 1).padStart(4, '0');
      return {
        ...main,
        username: `user${number}`,
        password: `sandbox-user${number}`,
        description: 'may read and write; for load tests',
        id: `UserId_5${number}`,
        scopes: ['read', 'write'],
      };
    }),
  ];
}
