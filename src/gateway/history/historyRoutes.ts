import { changesParameters, changesPath, type ChangesPage } from '#contract/history.ts';

import type { Dependencies } from '../dependencies.ts';
import { recordRoute, timeCursor, timeCursorsOf } from '../http/records.ts';

const day = 24 * 60 * 60_000;
const defaultSize = 25;

/** The history endpoints, as described in src/contract/session.ts. */
export function createHistoryRoutes(dependencies: Dependencies) {
  const { config, store, detector } = dependencies;
  const parameters = { ...changesParameters, before: timeCursor };
  return [
    recordRoute(
      dependencies,
      { path: changesPath, parameters },
      async ({ customerId, query: { before = null, size = defaultSize, ...filter }, signal }) => {
        // The list that the page has just read may reveal changes made elsewhere.
        await detector.caughtUp(customerId);
        const asked = { filter: { ...filter, customerId }, before, size, signal };
        const page = await store.changes.page(asked);
        return {
          changes: [...page.rows],
          ...timeCursorsOf(page),
          keptDays: Math.round(config.historyMs / day),
          now: page.now,
        } satisfies ChangesPage;
      },
    ),
  ];
}
