import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { openGroup } from '#testing/fixtures/openGroup.tsx';
import { ofGateway } from '#testing/fixtures/sandboxServices.ts';

const pass = fakeTime();

it.each([
  [429, 'too_often', 'too many attempts in the last minute, so the gateway did nothing (429)'],
  [
    503,
    'not_recorded',
    "the console's own database could not record it, so nothing was sent to the service",
  ],
] as const)(
  'C1: a change that the gateway does not send (%i %s) says so and how long it waits, and continues automatically',
  async (status, code, why) => {
    let isRefused = true;
    const refuseChange = () => (isRefused ? ofGateway(status, code, 9) : undefined);
    const { sandbox, group, rename } = await openGroup({ refuseChange });
    await rename();
    const { textContent } = await screen.findByText(/Nothing has been stored yet\./);
    const [words, seconds] = textContent.split(/(?<=Trying again in )/);
    expect(words).toBe(
      `Could not save the group: ${why}. Nothing has been stored yet. Trying again in `,
    );
    expect(seconds).toMatch(/^\d+ s/);
    expect(sandbox.state.puts()).toEqual([]);
    isRefused = false;
    await pass(9_000);
    await waitFor(() => expect(sandbox.state.group(group.id)?.name).toBe('Scooter Sharing 2'));
  },
);
