import type { SessionInfo } from '#contract/sessionBodies.ts';
import type { Credentials } from '#contract/tokenPair.ts';

/** Who is signed in, however the console is hosted. */
export interface Session {
  /**
   * @param options.background true where no person asked, so that it does not count as use
   * @returns null when nobody is signed in
   */
  read(options?: { background?: boolean }): Promise<SessionInfo | null>;
  /** @throws {ApiError} with the service's words when it refuses */
  signIn(credentials: Credentials, options?: { signal?: AbortSignal }): Promise<SessionInfo>;
  /** Says the customer id that the service did not give at sign-in. */
  chooseCustomer(customerId: string, options?: { signal?: AbortSignal }): Promise<SessionInfo>;
  signOut(): Promise<void>;
}
