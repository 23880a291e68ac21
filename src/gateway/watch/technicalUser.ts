import { findCustomerId } from '#api/tokens/customerId.ts';
import { endpoints } from '#contract/endpoints.ts';
import { tokenPair, type TokenPair } from '#contract/tokenPair.ts';

import { readLimited } from '../http/limitedBody.ts';
import type { GatewayConfig } from '../ops/config.ts';
import type { WatchConfig } from '../ops/watchConfig.ts';
import type { FetchUpstream } from '../proxy/fetchUpstream.ts';
import type { Store } from '../store.ts';
import type { HeldLease } from './heldLease.ts';
import { type WatchCalls, WatchError } from './watchCalls.ts';

export type TechnicalUser = ReturnType<typeof createTechnicalUser>;

/** How often a gateway asks for a turn to sign in. */
const askAgainMs = 5000;

/**
 * Reads the two lists for the watch. Its tokens exist only here, for as long as this gateway holds the lease, and are
 * never renewed (decision 035): a refused access token means a new sign-in.
 */
export function createTechnicalUser(given: {
  readonly config: Pick<GatewayConfig, 'customerId' | 'customerIdClaim'>;
  readonly watch: WatchConfig;
  readonly fetchUpstream: FetchUpstream;
  readonly leases: Pick<Store['watch'], 'takeSignIn'>;
  readonly held: HeldLease;
  readonly calls: WatchCalls;
}) {
  const { config, held, calls, fetchUpstream } = given;
  const { username, password } = given.watch;
  /** Kept even after it is refused, because a message may still repeat its tokens. */
  let pair: TokenPair | undefined;
  let isOver = false;

  /** Waits until the last sign-in by any gateway was long enough ago. */
  async function takeTurn(): Promise<void> {
    const isTaken = await given.leases.takeSignIn(held.lease);
    held.check();
    if (isTaken) return;
    await held.sleep(askAgainMs);
    await takeTurn();
  }

  async function signIn(): Promise<TokenPair> {
    const { answer, requestId } = await calls.send(async (own) => {
      await takeTurn();
      const body = JSON.stringify({ username, password });
      return fetchUpstream({ ...own, endpoint: endpoints.token, body });
    });
    const read = tokenPair.safeParse(await answer.json().catch(() => undefined));
    if (!read.success) {
      throw new WatchError(
        'unreachable',
        'The service accepted the sign-in, but its response contains no readable tokens.',
        { requestId },
      );
    }
    return read.data;
  }

  async function signedIn(): Promise<TokenPair> {
    if (pair && !isOver) return pair;
    pair = await signIn();
    isOver = false;
    return pair;
  }

  async function list(
    endpoint: typeof endpoints.listThings | typeof endpoints.listThingsGroups,
    query: URLSearchParams,
  ) {
    const tokens = await signedIn();
    const customerId = idOf(tokens);
    const as = { accessToken: tokens.access_token, customerId };
    const sent = await calls.send((own) => fetchUpstream({ ...own, endpoint, query, as }));
    return { ...sent, customerId };
  }

  function idOf(tokens: TokenPair): string {
    const claimPath = config.customerIdClaim;
    const customerId = findCustomerId(tokens, { customerId: config.customerId, claimPath });
    if (customerId !== null) return customerId;
    throw new WatchError(
      'no-customer',
      'No customer ID is configured, and the sign-in response contains none.',
    );
  }

  return {
    /**
     * Signs in unless it is signed in.
     *
     * @throws {WatchError} if it cannot sign in, or if its customer id is not known
     */
    async customerId(): Promise<string> {
      return idOf(await signedIn());
    },

    /** The next call signs in again. */
    signOut(): void {
      isOver = true;
    },

    /**
     * Reads a list; if the access token is refused, signs in again and retries the call once.
     *
     * @returns the body, the customer id that it was requested with, and when its call was sent
     * @throws {WatchError} if the service does not return the list
     */
    async read(...asked: Parameters<typeof list>) {
      const sent = await list(...asked).catch(async (error: unknown) => {
        if (!(error instanceof WatchError && error.status === 401)) throw error;
        isOver = true;
        return list(...asked);
      });
      const { answer, customerId, sentAt, requestId } = sent;
      const { status } = answer;
      // Other successful responses may carry only part of the list.
      if (status !== 200) throw new WatchError('unreachable', undefined, { status, requestId });
      return { body: await readLimited(answer, Infinity), customerId, sentAt };
    },

    /** What messages must not contain; the password also as it is in a call. */
    secrets: () => [
      password,
      JSON.stringify(password).slice(1, -1),
      ...(pair ? [pair.access_token, pair.refresh_token] : []),
    ],
  };
}
