import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

import type { ApiError } from '#api/errors.ts';
import { useUserServices } from '#api/userServices.tsx';
import { createListeners } from '#lib/listeners.ts';
import type { SessionRecords } from '#lib/sessionRecords.ts';

/**
 * The last change that the service refused with 403, until it takes one. The status alone counts: the API document
 * shows no error of the console endpoints, so that the reason may be worded in any way, or not at all (7).
 */
const writeRefusal = z.object({
  /** When, in milliseconds since the epoch. */
  at: z.number(),
  said: z.optional(z.string()),
  requestId: z.string(),
});
export type WriteRefusal = Readonly<z.infer<typeof writeRefusal>>;

/** Its record, beside the notes of saved groups, which have their ids for names: no id that can be saved is like it. */
export const refusalRecord = '\u0000refused change';
const listeners = createListeners();

/** Whether the service, and not the gateway, refused a change for want of rights. */
export function isRefusedWrite({ kind, method, code }: ApiError): boolean {
  return kind === 'forbidden' && method !== 'GET' && code === undefined;
}

/** Notes for all tabs of this browser that a change was refused, until its user signs out. */
export function keepRefusal(
  notes: SessionRecords,
  { serviceMessage: said, requestId }: ApiError,
  at: number,
): void {
  notes.keep(refusalRecord, { at, said, requestId } satisfies WriteRefusal);
  listeners.notify();
}

/** The service has taken a change. */
export function dropRefusal(notes: SessionRecords): void {
  notes.drop(refusalRecord);
  listeners.notify();
}

/** The refusal that there is to show before the next change. */
export function useWriteRefusal(): WriteRefusal | undefined {
  const { notes } = useUserServices().work;
  // The same object until something is written.
  const kept = useSyncExternalStore(subscribe, () => notes.read(refusalRecord));
  return writeRefusal.safeParse(kept).data;
}

function subscribe(listener: () => void): () => void {
  const stop = listeners.subscribe(listener);
  // Another tab has written.
  window.addEventListener('storage', listener);
  return () => {
    stop();
    window.removeEventListener('storage', listener);
  };
}
