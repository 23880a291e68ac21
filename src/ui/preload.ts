/** Loads a part before it is opened. A failure is told when it is opened, and there only. */
export function preload(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}
