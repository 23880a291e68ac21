import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { isObject } from '#lib/isObject.ts';
import { paths } from '#paths.ts';
import type { SandboxOptions } from '#sandbox/options.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

/** Opens a SIM that has an address. */
async function open(options: Partial<SandboxOptions>) {
  const sandbox = createSandbox({ things: 60, ...options });
  const stored = sandbox.state.things().find(({ State }) => State === 'ACTIVE');
  if (!stored) throw new Error('No Thing is active');
  await renderRoute(paths.thing(stored.ExternalUniqueId), { sandbox });
  const service = await screen.findByRole('region', { name: 'Service' });
  const [item] = stored.IPs;
  return { stored, service, address: isObject(item) ? String(item['IP']) : '' };
}

describe('V1: parts of a record that the API document does not show', () => {
  it('addresses sent as plain strings', async () => {
    const { address, service } = await open({ listItems: 'texts' });
    expect(service).toHaveTextContent(`IP addresses${address}`);
  });

  it('shows an unknown item unchanged, without hiding other items', async () => {
    const { address, service } = await open({ listItems: 'mixed' });
    expect(service).toHaveTextContent(
      `IP addresses${address}, {}, {"Label":"${address}"}, Text_2, 7`,
    );
  });

  it('V11: fields that the API document shows only as null get no guessed label', async () => {
    const { stored, service } = await open({ thingFields: 'filled' });
    expect(service).toHaveTextContent('FwBlockAttempts3, since Monday');
    expect(screen.getByRole('region', { name: 'Other fields' })).toHaveTextContent(
      `External HLR ID{"Name":"HLR-${stored.ExternalUniqueId.slice(-2)}"}`,
    );
    // The date is in the future, so nothing was deleted, and nothing has expired.
    expect(screen.getByRole('region', { name: 'Dates' })).toHaveTextContent(
      /Expiration date.*Deletion date/,
    );
  });
});
