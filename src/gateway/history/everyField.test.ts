import { expect, it } from 'vitest';

import { type GroupFieldKey, groupFieldKeys, groupFields } from '#contract/groupFields.ts';
import { updateKeys } from '#contract/groupValues.ts';
import { signedInFixture, fakeService } from '#testing/fixtures/gatewayFixture.ts';
import { changesOf, groupPath, listPath } from '#testing/fixtures/historyFixture.ts';

const examples = {
  text: { stored: '1', changed: '2' },
  flag: { stored: false, changed: true },
  networks: { stored: ['Net A'], changed: ['Net A', 'Net B'] },
};
const exampleOf = (key: GroupFieldKey) => examples[groupFields[key].type];

/** A group with a stored value for every declared field, optionally with one field changed. */
function valuesOf(keys: readonly GroupFieldKey[], changed?: GroupFieldKey) {
  return Object.fromEntries(
    keys.map((key) => [key, exampleOf(key)[key === changed ? 'changed' : 'stored']]),
  );
}

/** A signed-in user who has seen the list from a service with one group. */
async function open() {
  const group = { ThingsGroupId: 'ThingsGroupId_1', ...valuesOf(groupFieldKeys) };
  const service = fakeService(async (request) => {
    if (request.method !== 'PUT') return Response.json([group]);
    Object.assign(group, await request.json());
    return new Response('ThingsGroupId_1');
  });
  const { fixture, cookie, read } = await signedInFixture({ service });
  const list = () => read(listPath);
  await list();
  return { fixture, cookie, group, list };
}

it.each(updateKeys)('%s of a PUT is sent, recorded, audited and confirmed', async (key) => {
  const { fixture, cookie, group, list } = await open();
  const body = valuesOf(updateKeys, key);
  await fixture.send('PUT', groupPath, { cookie, body });
  expect(group).toMatchObject(body);
  await list();
  expect(await changesOf(fixture, cookie)).toMatchObject([
    { before: valuesOf(groupFieldKeys), after: body, check: { result: 'confirmed', seen: body } },
  ]);
  expect(fixture.logged('audit')).toContainEqual(
    expect.objectContaining({ sent: body, before: valuesOf(updateKeys) }),
  );
});

it.each(groupFieldKeys)('C3: a change made elsewhere to only %s is detected', async (key) => {
  const { fixture, cookie, group, list } = await open();
  Object.assign(group, valuesOf([key], key));
  await list();
  const [before, after] = [valuesOf(groupFieldKeys), valuesOf(groupFieldKeys, key)];
  const changes = await changesOf(fixture, cookie);
  expect(changes).toMatchObject([{ outcome: 'elsewhere', before, after }]);
});
