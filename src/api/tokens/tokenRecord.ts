import type { SessionTokens } from './sessionTokens.ts';

type Awaitable<T> = T | Promise<T>;

/** Changes what is kept of a session's tokens, in place. */
export type TokenChange = (tokens: SessionTokens) => void;

/**
 * Where the tokens of one session are kept. In static hosting that is the memory of a tab; behind the
 * gateway it is a store that several gateways share, any of which may have renewed the tokens meanwhile.
 * Everything here may reject when that store does not answer.
 */
export interface TokenRecord {
  /** The tokens as this process knows them, since it last read or changed them. */
  readonly tokens: SessionTokens;
  /** The session was ended, here or by another process. */
  readonly isGone: boolean;
  /** Another process was refreshing the tokens when they were last read, and its time is not over. */
  isLeased(): boolean;
  /** Reads them again. */
  reload(): Awaitable<void>;
  /** Changes the newest tokens, if they are still those of this generation. */
  update(generation: number, change: TokenChange): Awaitable<void>;
  /** Takes the sole right to refresh, and reads them again; undefined while another process has it. */
  lease(): Awaitable<RefreshLease | undefined>;
}

/** The right to spend the refresh token of one generation. */
export interface RefreshLease {
  /** The process that had it before may have spent the token, and died before it could store the answer. */
  readonly wasInterrupted: boolean;
  /**
   * Notes that the token is about to be sent, with a change that must not be forgotten whatever comes of it.
   *
   * @returns false when the lease was lost: send nothing
   */
  beginSpending(change?: TokenChange): Awaitable<boolean>;
  /** Stores what became of it, unless somebody else went on meanwhile, and gives the lease back. */
  finish(change?: TokenChange): Awaitable<void>;
}

/** The memory of this process alone, in which the engine's own single flight is lease enough. */
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
