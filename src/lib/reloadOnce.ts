/** How long after a reload another missing file is no reason for one more. */
const patienceMs = 60_000;

/**
 * Loads the page again, which brings the files of the present build; once, so that a file that is truly
 * missing does not make a loop. What was done is kept in the history entry, which survives the reload.
 *
 * @returns false when it was done for this page just before
 */
export function reloadOnce(
  page: { readonly history: History; readonly location: Pick<Location, 'reload'> },
  now: number,
): boolean {
  const state: unknown = page.history.state;
  const kept = typeof state === 'object' && state !== null ? state : {};
  if ('reloadedAt' in kept && typeof kept.reloadedAt === 'number') {
    if (now - kept.reloadedAt < patienceMs) return false;
  }
  page.history.replaceState({ ...kept, reloadedAt: now }, '');
  page.location.reload();
  return true;
}
