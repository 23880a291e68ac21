import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import type { SandboxOptions } from '#sandbox/options.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { list, openGroup } from '#testing/fixtures/openGroup.tsx';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const open = (options: Partial<SandboxOptions> = {}) => openGroup({ options });

const region = () => screen.getByRole('region', { name: 'All fields' });
const allFields = () => within(region());

describe('V1: networks are read individually', () => {
  it.each([
    ['texts', (names: readonly string[]) => names.join(', ')],
    [
      'mixed',
      ([first = '', second = 'Text_2']: readonly string[], id: string) =>
        `${first}, {"NetworkId":"${id}"}, {"Label":"${first}"}, ${second}, 7`,
    ],
  ] as const)('as %s', async (listItems, words) => {
    const { group } = await open({ listItems });
    const names = group.networks.map(({ NetworkName }) => NetworkName);
    const text = words(names, group.networks[0]?.NetworkId ?? '');
    expect(screen.getByRole('main')).toHaveTextContent(`Networks${text}Description`);
  });

  it('the list’s filter finds the shown text', async () => {
    const sandbox = createSandbox({ things: 60, listItems: 'mixed' });
    const { user } = await renderRoute(paths.groups(), { sandbox });
    const rows = async () => (await screen.findAllByRole('row')).length;
    const all = await rows();
    const id = sandbox.state.groups()[0]?.networks[0]?.NetworkId ?? '';
    await user.type(screen.getByRole('searchbox', { name: 'Filter groups' }), id);
    expect(await rows()).toBeGreaterThan(1);
    expect(await rows()).toBeLessThanOrEqual(all);
    await user.type(screen.getByRole('searchbox', { name: 'Filter groups' }), 'x');
    await expectTextSoon(/^No group has this text/);
  });
});

describe('V3: All fields of a group', () => {
  it('has every field as received, including the ids that are shown nowhere else', async () => {
    const { group } = await open();
    const [network] = group.networks;
    for (const [path, value] of [
      ['CustomerId', group.customerId],
      ['RoamingPolicies', '[]'],
      ['Networks.0.NetworkId', network?.NetworkId],
      ['TelephonyProfileId', group.profileId],
    ]) {
      expect(region()).toHaveTextContent(`${path}${value}`);
    }
    expect(allFields().queryByText('unknown')).not.toBeInTheDocument();
  });

  it('marks undocumented fields', async () => {
    await open({ groupFields: 'more' });
    expect(region()).toHaveTextContent('ContactPhone unknown+493012345678');
    expect(region()).toHaveTextContent('Contract.Steps.1 unknownnull');
    expect(region()).toHaveTextContent('RoamingPolicies.0.MCC.1208');
    expect(allFields().getByText(/^“unknown”: /)).toBeVisible();
  });

  it('marks values that differ from the documentation', async () => {
    const { sandbox, group, user } = await open();
    const item = { ThingsGroupId: group.id, ThingsGroupName: 'Odd', total: 'many', Alarm: null };
    sandbox.faults.add({ route: list, body: JSON.stringify([item]) });
    await user.click(screen.getByRole('link', { name: '← Back to Thing Groups' }));
    await user.click(await screen.findByRole('button', { name: 'Refresh' }));
    await user.click(await screen.findByRole('link', { name: 'Odd' }));
    await screen.findByRole('heading', { name: 'Odd', level: 1 });
    expect(region()).toHaveTextContent('total not as documentedmany');
    expect(region()).toHaveTextContent('Alarmnull');
    expect(region()).toHaveTextContent('ThingsGroupNameOdd');
  });

  it('can be searched and copied like a Thing’s fields', async () => {
    const { user, group } = await open({ groupFields: 'more' });
    await user.type(allFields().getByRole('searchbox', { name: 'Search fields' }), 'unknown');
    expect(allFields().getByText(/^5 of \d+ fields\.$/)).toBeVisible();
    expect(region()).not.toHaveTextContent('CustomerId');
    await user.click(allFields().getByRole('button', { name: 'Copy as JSON' }));
    expect(await allFields().findByText('Copied')).toBeVisible();
    const copied: unknown = JSON.parse(await navigator.clipboard.readText());
    expect(copied).toMatchObject({
      ThingsGroupId: group.id,
      ContactPhone: '+493012345678',
      Contract: { Id: 'C-1042', Steps: [1, null] },
    });
  });
});
