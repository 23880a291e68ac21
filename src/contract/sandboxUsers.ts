/** The users that the sign-in page offers on a sandbox. With a real service, no page mentions any of this. */

/** Name of the `<meta>` element with the offer, as JSON. */
export const sandboxUsersMeta = 'sim-console-sandbox-users';

/** A user of the sandbox, with a password that is public. */
export interface SandboxUser {
  readonly username: string;
  readonly password: string;
  /** What the user is for; shown beside the password. */
  readonly description: string;
}

export interface SandboxOffer {
  /** What this sandbox is, in one or more sentences. */
  readonly about: string;
  readonly users: readonly SandboxUser[];
}
