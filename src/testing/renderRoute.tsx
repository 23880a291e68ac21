import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';

import { consoleRoutes } from '#app/router.tsx';
import type { TextStore } from '#lib/textStore.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';

import { sandboxServices, signInTo } from './sandboxServices.ts';

interface RenderOptions {
  sandbox?: Sandbox;
  /** Name of a user of the sandbox; null for nobody. */
  as?: string | null;
  /** What the browser remembers; nothing when left out. */
  storage?: TextStore;
  /** What this tab keeps; nothing when left out. */
  tabStorage?: TextStore;
}

const config = { basePath: '/', environmentName: 'Sandbox', version: '0.0.0', frameAncestors: [] };

/** The real console at an address, on an in-process sandbox. */
export async function renderRoute(address: string, options: RenderOptions = {}) {
  const { sandbox = createSandbox({ things: 200 }), as = 'writer' } = options;
  const services = sandboxServices(sandbox);
  const { storage = services.storage, tabStorage = services.tabStorage } = options;
  if (as !== null) await signInTo(sandbox, services.session, as);
  const router = createMemoryRouter(consoleRoutes({ config, ...services, storage, tabStorage }), {
    initialEntries: [address],
  });
  render(<RouterProvider router={router} />);
  return { sandbox, router, monitor: services.monitor, user: userEvent.setup() };
}
