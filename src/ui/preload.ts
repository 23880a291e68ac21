/** Loads a part before it is opened. A failure is ignored here, and reported when the part is opened. */
export function preload(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}
