import { setImmediate } from 'node:timers/promises';

import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { ApiError } from '#api/errors.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import { form, openGroup } from '#testing/fixtures/openGroup.tsx';

const failure = new ApiError({ kind: 'server', method: 'GET', route: '/session', requestId: '' });

/** Types into a group's page, which the browser then restores from the back/forward cache. */
async function restoreWith(answer: () => Promise<SessionInfo | null>) {
  let isRestored = false;
  const tabStorage = memoryTextStore();
  const page = await openGroup({
    tabStorage,
    session: (real) => ({ ...real, read: async () => (isRestored ? answer() : real.read()) }),
  });
  await page.user.type(form.name(), ' typed');
  isRestored = true;
  await act(async () => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    // The response and everything it triggers are promises, all of which settle before `setImmediate` fires.
    await setImmediate();
  });
  return { ...page, draft: tabStorage.read('sim-console:/:drafts') };
}

it('T18: a restored page stays, with its input, if its session check fails', async () => {
  const { monitor } = await restoreWith(async () => Promise.reject(failure));
  expect(monitor.phase()).toBe('live');
  expect(form.name()).toHaveValue('Scooter Sharing typed');
});

it('T16, T18: a restored page leads to sign-in, and keeps its input, if its session has ended', async () => {
  const { monitor, draft } = await restoreWith(async () => null);
  expect(monitor.phase()).toBe('signedOut');
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(draft).toContain('Scooter Sharing typed');
});
