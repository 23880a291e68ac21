import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router/dom';

import { loadStaticConfig, StaticConfigError } from '#api/staticConfig.ts';
import { browserTextStore } from '#lib/textStore.ts';
import { Page } from '#ui/Page.tsx';

import { createConsoleRouter } from './router.tsx';
import { staticServices } from './staticServices.ts';

/**
 * The console on a plain web server, with a `config.json` next to the page and the service on the same origin. Loaded
 * only if the page does not come from a gateway.
 */
export async function staticConsole(): Promise<ReactNode> {
  const basePath = import.meta.env.BASE_URL;
  try {
    const fetch = async (path: string, init: RequestInit) => window.fetch(path, init);
    const config = await loadStaticConfig(fetch, basePath);
    const services = staticServices({
      fetch,
      config,
      basePath,
      storage: browserTextStore(window),
      tabStorage: browserTextStore(window, 'sessionStorage'),
    });
    return <RouterProvider router={createConsoleRouter(services)} />;
  } catch (error) {
    if (!(error instanceof StaticConfigError)) throw error;
    return (
      <main>
        <Page heading="The console is not set up">
          <p role="alert">{error.message}</p>
        </Page>
      </main>
    );
  }
}
