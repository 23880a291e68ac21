import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

import type { ApiError } from '#api/errors.ts';
import { useUserServices } from '#api/userServices.tsx';
import { createListeners } from '#lib/listeners.ts';
import type { SessionRecords } from '#lib/sessionRecords.ts';

/**
 * The last change that the service refused with 403, kept until it accepts one. Only the status counts: API document 7
 * shows no errors for the console endpoints, so the reason may be worded in any way, or missing.
 */
const writeRefusal = z.object({
  /** Time of the refusal, in milliseconds since the epoch. */
  at: z.number(),
  said: z.optional(z.string()),
  requestId: z.string(),
});
export type WriteRefusal = Readonly<z.infer<typeof writeRefusal>>;

/** The record's name. The notes stored alongside it are named by group id, and no savable group has such an id. */
export const refusalRecord = '\u0000refused change';
const listeners = createListeners();

/** Whether the service, not the gateway, refused a change for lack of permission. */
export function isRefusedWrite({ kind, method, code }: ApiError): boolean {
  return kind === 'forbidden' && method !== 'GET' && code === undefined;
}

/** Records for all tabs of this browser that a change was refused, until the user signs out. */
export function keepRefusal(
  notes: SessionRecords,
  { serviceMessage: said, requestId }: ApiError,
  at: number,
): void {
  notes.keep(refusalRecord, { at, said, requestId } satisfies WriteRefusal);
  listeners.notify();
}

/** The service has accepted a change. */
export function dropRefusal(notes: SessionRecords): void {
  notes.drop(refusalRecord);
  listeners.notify();
}

/** The refusal message, shown until the next change. */
export function useWriteRefusal(): WriteRefusal | undefined {
  const { notes } = useUserServices().work;
  // The same object until the next write.
  const kept = useSyncExternalStore(subscribe, () => notes.read(refusalRecord));
  return writeRefusal.safeParse(kept).data;
}

function subscribe(listener: () => void): () => void {
  const stop = listeners.subscribe(listener);
  // Another tab has written it.
  window.addEventListener('storage', listener);
  return () => {
    stop();
    window.removeEventListener('storage', listener);
  };
}
