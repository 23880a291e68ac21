import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';

import { consoleRoutes } from '#app/router.tsx';
import { systemClock } from '#lib/clock.ts';
import type { TextStore } from '#lib/textStore.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';

import { sandboxServices, signInTo, type GatewayAnswers } from './sandboxServices.ts';

interface RenderOptions extends GatewayAnswers {
  sandbox?: Sandbox;
  /** Username in the sandbox; null for no session. */
  as?: string | null;
  /** Local storage; empty by default. */
  storage?: TextStore;
  /** Session storage; empty by default. */
  tabStorage?: TextStore;
}

const config = { basePath: '/', environmentName: 'Sandbox', version: '0.0.0', frameAncestors: [] };

/** Renders the real console at an address, with an in-process sandbox. */
export async function renderRoute(address: string, options: RenderOptions = {}) {
  const { sandbox = createSandbox({ things: 200 }), as = 'writer' } = options;
  const services = sandboxServices(sandbox, systemClock, options);
  const { storage = services.storage, tabStorage = services.tabStorage } = options;
  if (as !== null) await signInTo(sandbox, services.session, as);
  const router = createMemoryRouter(consoleRoutes({ config, ...services, storage, tabStorage }), {
    initialEntries: [address],
  });
  const { unmount } = render(<RouterProvider router={router} />);
  return { sandbox, router, leave: unmount, monitor: services.monitor, user: userEvent.setup() };
}
