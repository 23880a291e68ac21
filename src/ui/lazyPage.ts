import type { ComponentType } from 'react';

import { isMissingPart } from '#lib/missingPart.ts';
import { reloadOnce } from '#lib/reloadOnce.ts';

/**
 * A route's `lazy` for a page in a file of its own. Where the file is gone, as after a deployment, the
 * page is loaded again once; where that was no help, the route's error element says so.
 */
export function lazyPage(load: () => Promise<ComponentType>) {
  return async () => {
    try {
      return { Component: await load() };
    } catch (error) {
      if (!isMissingPart(error) || !reloadOnce(window, Date.now())) throw error;
      // The page is going away: nothing may be shown in its place meanwhile.
      return new Promise<never>(() => undefined);
    }
  };
}
