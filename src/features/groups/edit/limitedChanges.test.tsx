import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { openGroup } from '#testing/fixtures/openGroup.tsx';

const pass = fakeTime();

it('C1: a save beyond the gateway’s limit says so and how long it waits, and continues automatically', async () => {
  let isLimited = true;
  const { sandbox, group, rename } = await openGroup({ isChangeLimited: () => isLimited });
  await rename();
  const notice = await screen.findByText(/too many attempts in the last minute/);
  expect(notice.textContent).toMatch(
    /^Could not save the group: too many attempts in the last minute, so the gateway did nothing \(429\)\. Nothing has been stored yet\. Trying again in \d+ s/,
  );
  expect(sandbox.state.puts()).toEqual([]);
  isLimited = false;
  await pass(9_000);
  await waitFor(() => expect(sandbox.state.group(group.id)?.name).toBe('Scooter Sharing 2'));
});
