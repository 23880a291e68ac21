import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

fakeTime();

it('C1: a save beyond the limit of the gateway says that nothing was done and how long it waits, and goes on by itself', async () => {
  const sandbox = createSandbox({ things: 60 });
  const group = sandbox.state.groups().find(({ name }) => name === 'Scooter Sharing');
  let isLimited = true;
  const { user } = await renderRoute(paths.group(group?.id ?? ''), {
    sandbox,
    isChangeLimited: () => isLimited,
  });
  await screen.findByRole('heading', { name: 'Scooter Sharing', level: 1 });
  await user.type(screen.getByRole('textbox', { name: 'Group name' }), ' 2');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const notice = await screen.findByText(/tried too often within a minute/);
  expect(notice.textContent).toMatch(
    /^Could not save the group: it was tried too often within a minute, so the gateway did nothing \(429\)\. Nothing was stored yet\. Trying again in \d+ s/,
  );
  expect(sandbox.state.puts()).toEqual([]);
  isLimited = false;
  await act(async () => vi.advanceTimersByTimeAsync(9_000));
  await waitFor(() => expect(sandbox.state.group(group?.id ?? '')?.name).toBe('Scooter Sharing 2'));
});
