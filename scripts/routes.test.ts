import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';

import { consoleRoutes } from '#app/router.tsx';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { sandboxServices } from '#testing/fixtures/sandboxServices.ts';

const routes = consoleRoutes({
  config: { basePath: '/', environmentName: '', frameAncestors: [], version: '' },
  ...sandboxServices(createSandbox({ things: 1 })),
});

/** The route pattern for an address. */
function pageOf(address: string): string | undefined {
  const { pathname } = new URL(address, 'http://console.test');
  return matchRoutes(routes, pathname)?.at(-1)?.route.path;
}

it.each(Object.entries(paths))('paths.%s leads to a page', (_name, build) => {
  const address: unknown = Reflect.apply(build, undefined, ['any']);
  const page = pageOf(String(address));
  expect(page).toBeDefined();
  expect(page).not.toBe('*');
});

it('an unknown address matches no page', () => {
  expect(pageOf('/nowhere')).toBe('*');
});
