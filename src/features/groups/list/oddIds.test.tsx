import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const reserved = createSandbox({ things: 60, groupIds: 'reserved' }).state.groups();
const unsendable = createSandbox({ things: 60, groupIds: 'unsendable' }).state.groups().slice(0, 6);

const nameField = () => screen.findByRole('textbox', { name: 'Group name' });

it.each(reserved.map(({ id, name }) => [id, name] as const))(
  'ids are opaque (API document 2): the group %j can be opened from the list and saved',
  async (id, name) => {
    const sandbox = createSandbox({ things: 60, groupIds: 'reserved' });
    const { user } = await renderRoute(paths.groups(), { sandbox });
    await user.click(await screen.findByRole('link', { name }));
    await user.type(await nameField(), ' 2');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(name);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await expectTextSoon('Saved. The service reports exactly what was sent.');
    expect(sandbox.state.puts().map(({ groupId }) => groupId)).toEqual([id]);
  },
);

it.each(unsendable.map(({ name }) => name))(
  'ids are opaque (API document 2): the editor of the group %j says on opening that it cannot be saved',
  async (name) => {
    const sandbox = createSandbox({ things: 60, groupIds: 'unsendable' });
    const { user } = await renderRoute(paths.groups(), { sandbox });
    await user.click(await screen.findByRole('link', { name }));
    expect(await nameField()).toHaveAttribute('readonly');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(name);
    expectText(/^This group cannot be saved here: its ID /);
  },
);
