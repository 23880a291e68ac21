import { tokenPair, type TokenPair } from '#contract/tokenPair.ts';
import { type Clock, within } from '#lib/clock.ts';
import { readErrorBody } from '#lib/errorWords.ts';
import { retryAfterMs } from '#lib/retryAfter.ts';

/** The result of one refresh. */
export type RefreshOutcome =
  | { readonly kind: 'renewed'; readonly pair: TokenPair }
  /** 401: this refresh token is no longer usable (API document 4.2, rule 2). */
  | { readonly kind: 'refused' }
  /** Another 4xx: the service will not renew the token, but does not say that it is invalid. */
  | { readonly kind: 'declined'; readonly retryAfterMs: number }
  /** 429 or 5xx: the service cannot answer for now; the token is still usable. */
  | { readonly kind: 'busy'; readonly retryAfterMs: number; readonly limited: boolean }
  /** No readable response: the service may or may not have spent the token. */
  | { readonly kind: 'lost' };

/**
 * Exchanges a refresh token once, without any retry. Never rejects.
 *
 * @param clientAddress the browser's address, if a gateway refreshes on its behalf
 */
export type RefreshCall = (refreshToken: string, clientAddress?: string) => Promise<RefreshOutcome>;

/** The pause after a service failure that does not say how long to wait. */
const serverErrorPauseMs = 10_000;
/** The pause after an undocumented response, such as 403, which is unlikely to change soon. */
const declinedPauseMs = 60_000;
const timeoutMs = 30_000;

/**
 * `POST /v1/auth/refresh` (API document 4.2).
 *
 * @param given.send posts this body; only the signal given here may abort it
 */
export function createRefreshCall(given: {
  readonly send: (call: {
    readonly body: string;
    readonly signal: AbortSignal;
    readonly clientAddress: string | undefined;
  }) => Promise<Response>;
  readonly clock: Clock;
}): RefreshCall {
  const { clock } = given;

  return async (refreshToken, clientAddress) => {
    const giveUp = new AbortController();
    try {
      const outcome = exchange(refreshToken, clientAddress, giveUp.signal);
      return (await within(clock, timeoutMs, outcome)) ?? { kind: 'lost' };
    } catch {
      return { kind: 'lost' };
    } finally {
      giveUp.abort();
    }
  };

  async function exchange(
    refreshToken: string,
    clientAddress: string | undefined,
    signal: AbortSignal,
  ): Promise<RefreshOutcome> {
    const response = await given.send({
      body: JSON.stringify({ refresh_token: refreshToken }),
      signal,
      clientAddress,
    });
    const text = await response.text();
    if (response.status === 401) return { kind: 'refused' };
    if (response.ok) {
      const pair = tokenPair.safeParse(JSON.parse(text));
      return pair.success ? { kind: 'renewed', pair: pair.data } : { kind: 'lost' };
    }
    const isLimited = response.status === 429;
    let retryAfter: number | undefined;
    if (isLimited || response.headers.has('retry-after')) {
      const { message } = readErrorBody(text);
      retryAfter = retryAfterMs(response.headers, message, clock.now());
    }
    return isLimited || response.status >= 500
      ? { kind: 'busy', limited: isLimited, retryAfterMs: retryAfter ?? serverErrorPauseMs }
      : { kind: 'declined', retryAfterMs: retryAfter ?? declinedPauseMs };
  }
}
