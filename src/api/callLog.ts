import { apiPrefix, sessionPath } from '#contract/session.ts';
import { createListeners } from '#lib/listeners.ts';

import type { ApiError } from './errors.ts';

/** Number of calls kept; older calls are dropped. */
export const maxLoggedCalls = 100;

export type CallOutcome =
  | { readonly kind: 'waiting' }
  /** A response, with its rate-limit headers if they can be read (API document 8.4). */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly remaining: number | undefined;
      readonly limit?: number | undefined;
      /** Set only if the gateway answered instead of the service. */
      readonly code?: ApiError['code'];
    }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'noAnswer' }
  /** Not sent, because the known rate limit was used up; `waitMs` is the time until it is available again. */
  | { readonly kind: 'heldBack'; readonly waitMs: number };

/** One call to the service. Contains no headers, body or token, and so no secrets. */
export interface LoggedCall {
  /** The call's number in this tab, from 1. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Time until the response was read; undefined while waiting, and for a call that was not sent. */
  readonly tookMs: number | undefined;
  readonly method: string;
  /** Path template, without the gateway's prefix. */
  readonly route: string;
  /** Encoded path and query, without the gateway's prefix. */
  readonly address: string;
  /** Whether the user, the page itself, or a scan started the call. */
  readonly purpose: 'person' | 'background' | 'scan';
  /** The id from the response, or else the id that was sent. */
  readonly requestId: string;
  readonly outcome: CallOutcome;
}

export type CallLog = ReturnType<typeof createCallLog>;

type StartedCall = Pick<LoggedCall, 'method' | 'route' | 'address' | 'requestId'> & {
  readonly at: number;
  /** Set if the call ran in the background or for a scan. */
  readonly background?: boolean;
  readonly bulk?: boolean;
};
type FinishedCall = Pick<LoggedCall, 'outcome'> & {
  readonly at: number;
  readonly requestId?: string | undefined;
};

/** The last calls that this tab sent to the service, for the user to inspect. Kept only in memory. */
export function createCallLog() {
  let calls: readonly LoggedCall[] = [];
  let count = 0;
  let owner: string | undefined;
  const { subscribe, notify } = createListeners();

  function change(next: readonly LoggedCall[]) {
    calls = next;
    notify();
  }

  function clear() {
    owner = undefined;
    change([]);
  }

  return {
    /** Newest first; the same array until something changes. */
    list: () => calls,
    subscribe,
    /**
     * Records the start of a call. Calls that only reach the gateway are not recorded.
     *
     * @returns a function that records how it ended, with the response's request id, if there is one
     */
    begin(started: StartedCall): (end: FinishedCall) => void {
      const { method, route, address, background, bulk, at, requestId } = started;
      if (!isOfService(method, route)) return () => undefined;
      const number = ++count;
      const call: LoggedCall = {
        number,
        startedAt: at,
        tookMs: undefined,
        method,
        route: withoutPrefix(route),
        address: withoutPrefix(address),
        purpose: bulk ? 'scan' : background ? 'background' : 'person',
        requestId,
        outcome: { kind: 'waiting' },
      };
      change([call, ...calls].slice(0, maxLoggedCalls));
      return (end) => {
        const { outcome } = end;
        // The clock may have been set back during the call.
        const tookMs = outcome.kind === 'heldBack' ? undefined : Math.max(0, end.at - at);
        const ended = { ...call, tookMs, outcome, requestId: end.requestId ?? requestId };
        // A call that was dropped while in flight stays dropped.
        change(calls.map((other) => (other.number === number ? ended : other)));
      };
    },
    /** Drops every call that is not the owner's. */
    belongTo(next: string) {
      if (owner !== undefined && owner !== next) clear();
      owner = next;
    },
    clear,
  };
}

/** Whether a call reaches the service: of the gateway's own routes, only sign-in does. */
function isOfService(method: string, route: string): boolean {
  return route.startsWith(`${apiPrefix}/`) || (method === 'POST' && route === sessionPath);
}

function withoutPrefix(path: string): string {
  return path.startsWith(`${apiPrefix}/`) ? path.slice(apiPrefix.length) : path;
}
