import type { SessionTokens } from './sessionTokens.ts';

type Awaitable<T> = T | Promise<T>;

/** Changes the stored data of a session's tokens, in place. */
export type TokenChange = (tokens: SessionTokens) => void;

/**
 * Where the tokens of one session are stored. With static hosting that is the memory of a tab; behind the gateway it is
 * a store shared by several gateways, any of which may have renewed the tokens. Every method may reject if that store
 * does not respond.
 */
export interface TokenRecord {
  /** The tokens as this process last read or changed them. */
  readonly tokens: SessionTokens;
  /** The session was ended, here or by another process. */
  readonly isGone: boolean;
  /** Whether another process was refreshing the tokens when they were last read, and its lease has not expired. */
  isLeased(): boolean;
  /** Reads them again. */
  reload(): Awaitable<void>;
  /** Changes the newest tokens, if they are still of this generation. */
  update(generation: number, change: TokenChange): Awaitable<void>;
  /** Takes the exclusive right to refresh, and reads the tokens again; undefined while another process has it. */
  lease(): Awaitable<RefreshLease | undefined>;
}

/** The right to spend one generation's refresh token. */
export interface RefreshLease {
  /** The previous holder may have spent the token and died before storing the response. */
  readonly wasInterrupted: boolean;
  /**
   * Records that the token is about to be sent, with a change that must be kept whatever the result.
   *
   * @returns false if the lease was lost, in which case nothing may be sent
   */
  beginSpending(change?: TokenChange): Awaitable<boolean>;
  /** Stores the result, unless another process has taken over, and releases the lease. */
  finish(change?: TokenChange): Awaitable<void>;
}

/** A record in this process's memory. No lease is needed: the engine runs at most one refresh at a time. */
export function createMemoryTokenRecord(tokens: SessionTokens): TokenRecord {
  return {
    tokens,
    isGone: false,
    isLeased: () => false,
    reload: () => {},
    update(generation, change) {
      if (tokens.generation === generation) change(tokens);
    },
    lease: () => ({
      wasInterrupted: false,
      beginSpending(change) {
        change?.(tokens);
        return true;
      },
      finish: (change) => change?.(tokens),
    }),
  };
}
