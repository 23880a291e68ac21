import type { ReactNode } from 'react';
import { createHashRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';

import { consoleRoutes } from '#app/router.tsx';
import type { ConsoleServices } from '#app/services.ts';
import { staticServices } from '#app/staticServices.ts';
import type { TextStore } from '#lib/textStore.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';

/** A hostname that never resolves (RFC 2606); the page's policy forbids all requests anyway. */
const service = 'https://sandbox.invalid';

const about =
  'This is a demo. The sandbox behind it runs in this page, and nothing leaves the page. A reload signs you out and discards all changes.';

/**
 * The console as with static hosting, with calls answered by a sandbox in this page. Its addresses come after the hash,
 * so that a plain web server finds the page whatever they are.
 */
export function demoConsole(): ReactNode {
  const sandbox = createSandbox({ timePasses: true });
  offerUsers(sandbox);
  const router = createHashRouter(consoleRoutes(demoServices(sandbox)));
  return <RouterProvider router={router} />;
}

function demoServices(sandbox: Sandbox): ConsoleServices {
  return staticServices({
    fetch: async (path, init) => sandbox.fetch(new Request(`${service}${path}`, init)),
    config: { apiUrl: '', consoleUrl: '', environmentName: 'Demo' },
    basePath: '/',
    storage: createMemoryStore(),
    tabStorage: createMemoryStore(),
  });
}

/** As the gateway does with its embedded sandbox. */
function offerUsers({ users }: Sandbox): void {
  const meta = document.createElement('meta');
  meta.name = 'sim-console-sandbox-users';
  meta.content = JSON.stringify({ about, users });
  document.head.append(meta);
}

/** Forgets everything on a reload, as the sandbox does: unsaved work would refer to a world that no longer exists. */
function createMemoryStore(): TextStore {
  const texts = new Map<string, string>();
  return {
    read: (name) => texts.get(name) ?? null,
    write(name, text) {
      texts.set(name, text);
      return true;
    },
    // No other tab shares it.
    listen: () => () => undefined,
  };
}
