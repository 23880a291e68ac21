import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';

import { createBudgets } from '#api/budgets.ts';
import { createHttp } from '#api/http.ts';
import { readRuntimeConfig } from '#api/runtimeConfig.ts';
import { createCookieSession, gatewayFetch } from '#api/session/cookieSession.ts';
import { monitoredSession } from '#api/session/monitoredSession.ts';
import { createSessionMonitor } from '#api/session/sessionMonitor.ts';
import { connectTabs } from '#api/tabs.ts';
import { createConsoleRouter } from '#app/router.tsx';
import { systemClock } from '#lib/clock.ts';

const config = readRuntimeConfig(document);
const tabs = connectTabs(config.basePath);
const monitor = createSessionMonitor(tabs.session);
const http = createHttp({
  fetch: gatewayFetch((input, init) => window.fetch(input, init), config.basePath),
  clock: systemClock,
  newRequestId: () => crypto.randomUUID(),
  budgets: createBudgets(systemClock, tabs.budgets),
  onSessionEnded: () => monitor.ended(),
});
const session = monitoredSession(createCookieSession(http), monitor);
const router = createConsoleRouter({ config, http, monitor, session });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root"');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
