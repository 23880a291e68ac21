import type { SandboxOffer, SandboxUser } from '#contract/sandboxUsers.ts';

/**
 * What the sign-in page says about the embedded sandbox.
 *
 * @param users of the sandbox; empty with any other service
 * @returns undefined if no page may mention a sandbox
 */
export function sandboxOffer(users: readonly SandboxUser[]): SandboxOffer | undefined {
  if (users.length === 0) return undefined;
  return {
    about: 'This console runs on a sandbox that emulates the service.',
    users: users.map(({ username, password, description }) => ({
      username,
      password,
      description,
    })),
  };
}
