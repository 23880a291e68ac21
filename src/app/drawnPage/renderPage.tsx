import { createMemoryRouter } from 'react-router';

import { createBudgets } from '#api/budgets.ts';
import { createCallLog } from '#api/callLog.ts';
import { givenAnswers } from '#api/givenAnswers.ts';
import { createHttp } from '#api/http.ts';
import { createCookieSession } from '#api/session/cookieSession.ts';
import { createSessionMonitor } from '#api/session/sessionMonitor.ts';
import type { PageRenderer, PageToRender } from '#contract/drawnPage.ts';
import { systemClock } from '#lib/clock.ts';
import type { TextStore } from '#lib/textStore.ts';

import { htmlOf } from '../htmlOf.tsx';
import { untilReady } from '../readyPage.ts';
import { consoleRoutes } from '../router.tsx';
import type { ConsoleServices } from '../services.ts';

/**
 * Renders a page outside a browser, for the gateway to send. React hydrates it in the browser, so both render the same
 * components from the same responses.
 */
export const renderPage: PageRenderer['renderPage'] = async (page) => {
  const router = createMemoryRouter(consoleRoutes(servicesOf(page)), {
    basename: page.config.basePath,
    initialEntries: [page.address],
  });
  try {
    await untilReady(router);
    const { errors, location } = router.state;
    if (errors !== null || location.pathname + location.search !== page.address) return undefined;
    const html = htmlOf(router);
    // Some part of it loads later: React would report the gap, and render the page again in the browser.
    if (html.includes('<!--$!-->')) return undefined;
    // Only attributes contain unescaped quotation marks.
    return html.replaceAll(' style="', ' data-style="');
  } finally {
    router.dispose();
  }
};

/** Creates separate services for each page, which have only its responses and store nothing. */
export function servicesOf({ config, ...answers }: PageToRender): ConsoleServices {
  const calls = createCallLog();
  const http = createHttp({
    fetch: givenAnswers(answers),
    clock: systemClock,
    newRequestId: () => '',
    budgets: createBudgets(systemClock),
    calls,
  });
  return {
    config,
    http,
    calls,
    monitor: createSessionMonitor(),
    hasRecords: true,
    session: createCookieSession(http),
    storage: emptyStore,
    tabStorage: emptyStore,
  };
}

const emptyStore: TextStore = {
  read: () => null,
  write: () => false,
  listen: () => () => undefined,
};
