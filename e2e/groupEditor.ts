import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import { expect, signIn } from './fixtures.ts';

export const put = 'PUT /thingsgroup/{ThingsGroupId}';
export const list = 'GET /thingsgroup/listWithMeasures';

/** The group as the sandbox stores it, which may differ from the list. */
export function groupIn(sandbox: Sandbox, name: string) {
  const group = sandbox.state.groups().find((candidate) => candidate.name === name);
  if (!group) throw new Error(`The sandbox has no group ${name}`);
  return group;
}

/** The group editor's controls, by accessible name. */
export function editorOf(page: Page) {
  return {
    name: page.getByLabel('Group name'),
    prefix: page.getByLabel('IMEI prefix (TAC)'),
    locked: page.getByRole('button', { name: 'Locked', exact: true }),
    unlocked: page.getByRole('button', { name: 'Unlocked' }),
    save: page.getByRole('button', { name: 'Save', exact: true }),
    discard: page.getByRole('button', { name: 'Discard changes' }),
    confirmation: page.getByRole('dialog', { name: 'Confirm IMEI lock change' }),
    confirm: page.getByRole('button', { name: 'Confirm' }),
    typed: page.getByLabel('Type to confirm'),
    conflict: page.getByRole('dialog', { name: 'Group changed meanwhile' }),
    saved: page.getByText('Saved. The service reports exactly what was sent.'),
  };
}

/** Signs in and opens a group's editor. */
export async function openGroup(page: Page, sandbox: Sandbox, name: string, username = 'writer') {
  await signIn(page, username, { at: paths.group(groupIn(sandbox, name).id) });
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  return editorOf(page);
}

/** The bodies of the accepted PUTs, oldest first. */
export function bodies(sandbox: Sandbox): readonly unknown[] {
  return sandbox.state.puts().map(({ body }) => body);
}

/** Changes a group in the service itself, like another client. */
export async function changeDirectly(sandbox: Sandbox, groupId: string, body: object) {
  const [writer] = sandbox.users;
  const send = (method: string, path: string, content: object, headers: Record<string, string>) =>
    sandbox.fetch(
      new Request(`http://service.test${path}`, {
        method,
        body: JSON.stringify(content),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    );
  const credentials = { username: writer?.username, password: writer?.password };
  const pair: unknown = await (await send('POST', '/v1/auth/token', credentials, {})).json();
  const answer = await send('PUT', `/thingsgroup/${groupId}`, body, {
    authorization: `Bearer ${String(Reflect.get(Object(pair), 'access_token'))}`,
    apikey: writer?.customerId ?? '',
  });
  expect(answer.status).toBe(200);
}
