import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import type { SandboxOptions } from '#sandbox/options.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { renderRoute } from '#testing/renderRoute.tsx';

/** Opens a SIM that has an address, and says what stands beside a label. */
async function open(options: Partial<SandboxOptions>) {
  const sandbox = createSandbox({ things: 60, ...options });
  const stored = sandbox.state.things().find(({ State }) => State === 'ACTIVE');
  if (!stored) throw new Error('No Thing is active');
  await renderRoute(paths.thing(stored.ExternalUniqueId), { sandbox });
  const service = within(await screen.findByRole('region', { name: 'Service' }));
  const [item] = stored.IPs;
  const address = Object(item).IP as string;
  return {
    stored,
    address,
    beside: (label: string) => service.getByText(label).nextElementSibling,
  };
}

describe('V1: lists of a record whose items the API document does not show', () => {
  it('addresses as plain texts', async () => {
    const { address, beside } = await open({ listItems: 'texts' });
    expect(beside('IP addresses')).toHaveTextContent(address);
  });

  it('one item that is not understood hides no other, and is shown as it came', async () => {
    const { address, beside } = await open({ listItems: 'mixed' });
    expect(beside('IP addresses')).toHaveTextContent(
      `${address}, {}, {"Label":"${address}"}, Text_2, 7`,
    );
  });

  it('fields of which the document shows null alone, whatever is in them', async () => {
    const { stored, beside } = await open({ thingFields: 'filled' });
    expect(beside('FwBlockAttempts')).toHaveTextContent('3, since Monday');
    const other = within(screen.getByRole('region', { name: 'Other fields' }));
    expect(other.getByText('External HLR ID').nextElementSibling).toHaveTextContent(
      `{"Name":"HLR-${stored.ExternalUniqueId.slice(-2)}"}`,
    );
  });
});
