import { loadThingsPage } from '#features/things/routes.tsx';
import { preload } from '#ui/preload.ts';

/**
 * Loads what comes after signing in while nothing else is to do: the shell and the list. Returns how to
 * cancel it.
 */
export function preloadHome(): () => void {
  // Where the browser cannot say when it is idle, the parts load when they are wanted.
  if (!('requestIdleCallback' in window)) return () => undefined;
  const handle = window.requestIdleCallback(() => {
    preload(async () => import('./Shell.tsx'));
    preload(loadThingsPage);
  });
  return () => window.cancelIdleCallback(handle);
}
