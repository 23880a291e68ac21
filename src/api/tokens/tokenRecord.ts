import type { SessionTokens } from './sessionTokens.ts';

type Awaitable<T> = T | Promise<T>;

/** Changes the stored data of a session's tokens, in place. */
export type TokenChange = (tokens: SessionTokens) => void;

/**
 * Where the tokens of one session are stored. In static hosting that is the memory of a tab; behind the gateway
 * it is a store shared by several gateways, any of which may have renewed the tokens. Every method may reject
 * when that store does not answer.
 */
export interface TokenRecord {
  /** The tokens as this process last read or changed them. */
  readonly tokens: SessionTokens;
  /** The session was ended, here or by another process. */
  readonly isGone: boolean;
  /** When the tokens were last read, another process was refreshing them, and its time is not over. */
  isLeased(): boolean;
  /** Reads them again. */
  reload(): Awaitable<void>;
  /** Changes the newest tokens, if they are still of this generation. */
  update(generation: number, change: TokenChange): Awaitable<void>;
  /** Takes the sole right to refresh, and reads them again; undefined while another process has it. */
  lease(): Awaitable<RefreshLease | undefined>;
}

/** The right to spend the refresh token of one generation. */
export interface RefreshLease {
  /** The previous holder may have spent the token, and died before it could store the answer. */
  readonly wasInterrupted: boolean;
  /**
   * Notes that the token is about to be sent, with a change that must not be lost whatever the result.
   *
   * @returns false when the lease was lost: send nothing
   */
  beginSpending(change?: TokenChange): Awaitable<boolean>;
  /** Stores the result, unless another process has taken over, and releases the lease. */
  finish(change?: TokenChange): Awaitable<void>;
}

/** In the memory of this process alone, where the engine's own single flight replaces a lease. */
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
