import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';

import { createHttp } from '#api/http.ts';
import { createCookieSession, gatewayFetch } from '#api/session/cookieSession.ts';
import { createConsoleRouter } from '#app/router.tsx';
import { readRuntimeConfig } from '#api/runtimeConfig.ts';
import { systemClock } from '#lib/clock.ts';

const config = readRuntimeConfig(document);
const http = createHttp({
  fetch: gatewayFetch((input, init) => window.fetch(input, init), config.basePath),
  clock: systemClock,
  newRequestId: () => crypto.randomUUID(),
});
const router = createConsoleRouter({ config, http, session: createCookieSession(http) });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id "root"');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
