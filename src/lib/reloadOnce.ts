/** How long after a reload another missing file is no reason for one more. */
const patienceMs = 60_000;

/**
 * Whether a reload may help: it was not tried for this page just before, so that a file that is truly
 * missing does not make a loop.
 *
 * @param state of the page's history entry, which survives a reload
 */
export function mayReload(state: unknown, now: number): boolean {
  if (typeof state !== 'object' || state === null || !('reloadedAt' in state)) return true;
  return typeof state.reloadedAt !== 'number' || now - state.reloadedAt >= patienceMs;
}

/** Loads the page again, which brings the files of the present build, and notes that it was done. */
export function reload(
  page: {
    readonly history: Pick<History, 'state' | 'replaceState'>;
    readonly location: Pick<Location, 'reload'>;
  },
  now: number,
): void {
  const state: unknown = page.history.state;
  const kept = typeof state === 'object' && state !== null ? state : {};
  page.history.replaceState({ ...kept, reloadedAt: now }, '');
  page.location.reload();
}
