import type { SessionInfo } from '#contract/sessionBodies.ts';
import type { Credentials } from '#contract/tokenPair.ts';

/** Who is signed in, however the console is hosted. */
export interface Session {
  /** @returns null when nobody is signed in */
  read(): Promise<SessionInfo | null>;
  /** @throws {ApiError} with the service's words when it refuses */
  signIn(credentials: Credentials, options?: { signal?: AbortSignal }): Promise<SessionInfo>;
  /** Says the customer id that the service did not give at sign-in. */
  chooseCustomer(customerId: string, options?: { signal?: AbortSignal }): Promise<SessionInfo>;
  signOut(): Promise<void>;
}
