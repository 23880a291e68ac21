import { setImmediate } from 'node:timers/promises';

import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { ApiError } from '#api/errors.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { form, openGroup } from '#testing/fixtures/openGroup.tsx';

const failure = new ApiError({ kind: 'server', method: 'GET', route: '/session', requestId: '' });

/** Types into a group's page, which the browser then restores from the back/forward cache. */
async function restoreWith(answer: () => Promise<SessionInfo | null>) {
  let isRestored = false;
  const page = await openGroup({
    session: (real) => ({ ...real, read: async () => (isRestored ? answer() : real.read()) }),
  });
  await page.user.type(form.name(), ' typed');
  isRestored = true;
  await act(async () => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    // The response and everything it triggers are promises, all of which settle before `setImmediate` fires.
    await setImmediate();
  });
  return page;
}

it('T18: a restored page stays, with its input, if its session check fails', async () => {
  const { monitor } = await restoreWith(async () => Promise.reject(failure));
  expect(monitor.phase()).toBe('live');
  expect(form.name()).toHaveValue('Scooter Sharing typed');
});

it('T18: a restored page leads to sign-in if its session has ended', async () => {
  const { monitor } = await restoreWith(async () => null);
  expect(monitor.phase()).toBe('signedOut');
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
});
