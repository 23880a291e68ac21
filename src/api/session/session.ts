import { customerIdPattern } from '#contract/session.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import type { Credentials } from '#contract/tokenPair.ts';

/** Sign-in and sign-out, behind the gateway or with static hosting. */
export interface Session {
  /**
   * @param options.background true if the user did not ask for the call, so that it does not extend the session
   * @returns null if nobody is signed in
   */
  read(options?: { background?: boolean }): Promise<SessionInfo | null>;
  /** @throws {ApiError} with the service's message if it refuses */
  signIn(credentials: Credentials, options?: { signal?: AbortSignal }): Promise<SessionInfo>;
  /** Sets the customer id that the service did not provide at sign-in. */
  chooseCustomer(customerId: string, options?: { signal?: AbortSignal }): Promise<SessionInfo>;
  signOut(): Promise<void>;
}

/** Whether text has the form of a customer id. */
export const isCustomerId = (text: string): boolean => customerIdPattern.test(text);
