import { createApi } from '#api/client.ts';
import { sleep, type Clock } from '#lib/clock.ts';

import { manualClock } from '../fixtures/manualClock.ts';
import { testHttp } from '../fixtures/testHttp.ts';
import { untilDone } from '../fixtures/untilDone.ts';

/** The fault of a call that gets no rows. */
export type ScanFault = 'network' | 'malformed' | 403 | 500 | 503;

interface ModelOptions {
  /** Names and ICCIDs of the rows; may change during the scan. A row whose name ends in `?` is unreadable. */
  readonly rows: string[];
  readonly limit?: { readonly requests: number; readonly windowMs: number; readonly told: boolean };
  /** By call number, from 0. */
  readonly fault?: (call: number, offset: number) => ScanFault | undefined;
  /** Milliseconds that a call takes, by call number from 0. */
  readonly latency?: (call: number) => number;
}

interface ModelCall {
  readonly offset: number;
  readonly sentAt: number;
  status: number;
}

/** A minimal list service behind the real API layer, with rate limits and faults. */
export function createScanServiceModel(options: ModelOptions) {
  const { rows, limit } = options;
  const { clock, advanceToNextTimer } = steppingClock();
  const calls: ModelCall[] = [];
  let inFlight = 0;
  let most = 0;
  let maxInWindow = 0;
  let window = { since: Number.NEGATIVE_INFINITY, spent: 0 };

  function spend(): Response | undefined {
    if (!limit) return undefined;
    const now = clock.now();
    if (now >= window.since + limit.windowMs) window = { since: now, spent: 0 };
    maxInWindow = Math.max(maxInWindow, ++window.spent);
    if (window.spent <= limit.requests) return undefined;
    const seconds = Math.ceil((window.since + limit.windowMs - now) / 1_000);
    return new Response('', {
      status: 429,
      headers: { ...told(), 'retry-after': String(seconds) },
    });
  }

  function told(): Record<string, string> {
    if (limit?.told !== true) return {};
    return { 'x-ratelimit-remaining': String(Math.max(0, limit.requests - window.spent)) };
  }

  function answer(call: ModelCall, fault: ScanFault | undefined, size: number): Response {
    const refused = spend();
    if (refused) return refused;
    if (fault === 'network') throw new TypeError('fetch failed');
    if (fault === 'malformed') return new Response('<html>', { headers: told() });
    if (fault !== undefined) return new Response('', { status: fault, headers: told() });
    const page = rows.toSorted().slice(call.offset, call.offset + size);
    return Response.json(
      page.map((name) => (name.endsWith('?') ? null : { ExternalUniqueId: name, ThingName: name })),
      { headers: told() },
    );
  }

  const http = testHttp(
    async (path, init) => {
      const query = new URL(path, 'http://model').searchParams;
      const call: ModelCall = {
        offset: Number(query.get('offset')),
        sentAt: clock.now(),
        status: 0,
      };
      const number = calls.push(call) - 1;
      most = Math.max(most, ++inFlight);
      try {
        await sleep(clock, options.latency?.(number) ?? 10, init.signal ?? undefined);
        const response = answer(
          call,
          options.fault?.(number, call.offset),
          Number(query.get('limit')),
        );
        call.status = response.status;
        return response;
      } finally {
        inFlight--;
      }
    },
    { clock, newRequestId: () => `call-${calls.length}` },
  );

  return {
    api: createApi(http),
    clock,
    calls,
    /** The highest number of calls in flight at once. */
    maxConcurrency: () => most,
    /** The highest number of calls within one rate-limit window. */
    maxInWindow: () => maxInWindow,
    /** Advances the clock until the work is done. */
    finish: <T>(work: Promise<T>) => untilDone(work, advanceToNextTimer),
  };
}

/** A clock that jumps from one timer to the next. */
function steppingClock(): { clock: Clock; advanceToNextTimer: () => Promise<void> } {
  const manual = manualClock();
  const due = new Set<{ at: number }>();
  const clock: Clock = {
    now: manual.now,
    after(ms, run) {
      const timer = { at: manual.now() + Math.max(0, ms) };
      due.add(timer);
      const cancel = manual.after(ms, () => {
        due.delete(timer);
        run();
      });
      return () => {
        due.delete(timer);
        cancel();
      };
    },
  };
  const advanceToNextTimer = async () => {
    if (due.size === 0) return;
    await manual.advance(Math.min(...[...due].map(({ at }) => at)) - manual.now());
  };
  return { clock, advanceToNextTimer };
}
