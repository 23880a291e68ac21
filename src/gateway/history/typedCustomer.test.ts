import { describe, expect, it } from 'vitest';

import type { SandboxOptions } from '#sandbox/options.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { type Fixture, createFixture } from '#testing/fixtures/gatewayFixture.ts';
import { groupBody } from '#testing/fixtures/groupBody.ts';
import { changesOf, listPath } from '#testing/fixtures/historyFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

const ownId = 'cid_4c1e7a90';
const othersId = 'cid_b82d5f13';

/** A service whose users type the customer id: "writer" is a user of the first customer, "other" of the second. */
async function open(options: Partial<SandboxOptions> = {}) {
  const clock = manualClock();
  const sandbox = createSandbox({ clock, things: 60, customerIdClaim: 'none', ...options });
  const fixture = await createFixture({ clock, service: (request) => sandbox.fetch(request) });
  const cookies = { writer: await fixture.signIn('writer'), other: await fixture.signIn('other') };
  const groupOf = (customerId: string) => {
    const [group] = sandbox.state.groups(customerId);
    if (!group) throw new Error(`No group of ${customerId}`);
    return group;
  };
  return { fixture, sandbox, ...callsOf(fixture, cookies), groupOf };
}

type Who = 'writer' | 'other';

const callsOf = (fixture: Fixture, cookies: Readonly<Record<Who, string>>) => ({
  type: (who: Who, customerId: string) =>
    fixture.send('PUT', '/session/customer', { cookie: cookies[who], body: { customerId } }),
  async list(who: Who, path = listPath) {
    await fixture.pass(1000);
    const answer = await fixture.send('GET', path, { cookie: cookies[who] });
    await fixture.pass(1000);
    return answer.status;
  },
  async put(who: Who, group: { readonly id: string; readonly profileId: string }, name: string) {
    const body = groupBody({ TelephonyProfileId: group.profileId, ThingsGroupName: name });
    const path = `/api/thingsgroup/${group.id}`;
    return (await fixture.send('PUT', path, { cookie: cookies[who], body })).status;
  },
  look: async (who: Who) =>
    (await fixture.send('GET', '/records/changes', { cookie: cookies[who] })).status,
  changes: (who: Who) => changesOf(fixture, cookies[who]),
});

describe('C5: a customer id that a user typed', () => {
  it('is not confirmed by a PUT, because that may depend only on the token', async () => {
    const { type, put, list, look, groupOf } = await open({ wrongApikey: 'ignoredByUpdates' });
    await type('writer', othersId);
    expect(await look('writer')).toBe(403);
    expect(await put('writer', groupOf(ownId), 'Mine')).toBe(200);
    expect(await list('writer')).toBe(403);
    expect(await look('writer')).toBe(403);
  });

  it.each(['emptyLists', 'ignored'] as const)(
    'is not confirmed by a list from a service with %s, and nothing from that list is kept',
    async (wrongApikey) => {
      const { fixture, sandbox, type, list, look } = await open({ wrongApikey });
      await type('writer', othersId);
      for (const path of [listPath, '/api/things']) expect(await list('writer', path)).toBe(200);
      expect(await look('writer')).toBe(403);
      const ids = [ownId, othersId].flatMap((id) => sandbox.state.groups(id)).map(({ id }) => id);
      const { snapshots } = await fixture.store.snapshots.load(othersId, ids);
      expect(snapshots.size).toBe(0);
      expect(await fixture.store.fleetRecords.contents()).toEqual([]);
    },
  );

  it.each(['<h1>Welcome</h1>', '{"ThingsGroupId":"1"}', '[', 'null', '[null]', '[{"x":1}]', '""'])(
    'is not confirmed by %j with status 200',
    async (body) => {
      const { sandbox, type, list, look } = await open();
      sandbox.faults.add({ route: 'GET /thingsgroup/listWithMeasures', body });
      await type('writer', ownId);
      expect(await list('writer')).toBe(200);
      expect(await look('writer')).toBe(403);
      await list('writer');
      expect(await look('writer')).toBe(200);
    },
  );

  it('is confirmed by a record that names it, not by one without an owner among others', async () => {
    const { sandbox, type, list, look } = await open();
    const answer = (owners: readonly (string | null)[]) => {
      const body = JSON.stringify(
        owners.map((CustomerId) => ({ ExternalUniqueId: '1', CustomerId })),
      );
      sandbox.faults.add({ route: 'GET /things', body });
      return list('writer', '/api/things');
    };
    await type('writer', ownId);
    await answer([othersId, null]);
    expect(await look('writer')).toBe(403);
    await answer([ownId, othersId, null]);
    expect(await look('writer')).toBe(200);
  });

  it('is confirmed for the id that the list was requested with, not for an id typed since', async () => {
    const { fixture, type, list, look, sandbox } = await open();
    sandbox.faults.add({ route: 'GET /thingsgroup/listWithMeasures', delayMs: 5000 });
    await type('writer', ownId);
    const slow = list('writer');
    await fixture.pass(1000);
    await type('writer', othersId);
    await fixture.pass(6000);
    await slow;
    expect(await look('writer')).toBe(403);
    await type('writer', ownId);
    await list('writer');
    expect(await look('writer')).toBe(200);
  });
});

describe('C5: a change sent under a typed customer id', () => {
  it('is not shown, explains no list, and replaces no other change', async () => {
    const { type, put, list, changes, sandbox, groupOf } = await open();
    const group = groupOf(othersId);
    await type('other', othersId);
    await list('other');
    await type('writer', othersId);
    // The response to the stranger's PUT is lost, and another user happens to make the same change.
    sandbox.faults.add({ route: 'PUT /thingsgroup/{ThingsGroupId}', user: 'writer', status: 502 });
    expect(await put('writer', group, 'Guessed')).toBe(502);
    sandbox.changeGroup(group.id, { name: 'Guessed' });
    await list('other');
    expect(await changes('other')).toMatchObject([
      { outcome: 'elsewhere', username: null, after: { ThingsGroupName: 'Guessed' } },
    ]);
    await put('writer', group, 'Again');
    await put('other', group, 'Ours');
    const [newest, ...older] = await changes('other');
    expect(newest).toMatchObject({ username: 'other', before: { ThingsGroupName: 'Guessed' } });
    expect(older).toHaveLength(1);
  });

  it('is not sent after 100 others, until a list has confirmed the id', async () => {
    const { fixture, type, put, list, groupOf } = await open();
    await type('writer', ownId);
    const group = groupOf(ownId);
    for (let count = 0; count < 100; count++) expect(await put('writer', group, 'A')).not.toBe(403);
    const sent = fixture.seen.length;
    expect([await put('writer', group, 'A'), fixture.seen.length]).toEqual([403, sent]);
    await fixture.pass(60_000);
    await list('writer');
    expect(await put('writer', group, 'A')).toBe(200);
  });

  it('counts once a list has confirmed the id in the same session', async () => {
    const { type, put, list, changes, groupOf } = await open();
    const group = groupOf(ownId);
    await type('writer', ownId);
    await put('writer', group, 'First call of the session');
    await put('writer', { ...group, id: 'ThingsGroupId_none' }, 'No such group');
    await list('writer');
    expect(await changes('writer')).toMatchObject([
      { outcome: 'refused', status: 404 },
      {
        outcome: 'saved',
        username: 'writer',
        after: { ThingsGroupName: 'First call of the session' },
        check: { result: 'confirmed' },
      },
    ]);
  });

  it('does not count for a session that confirmed another id', async () => {
    const { type, put, list, changes, groupOf } = await open();
    await type('other', othersId);
    await list('other');
    await type('writer', othersId);
    await put('writer', groupOf(othersId), 'Mine');
    await type('writer', ownId);
    await list('writer');
    expect([await changes('writer'), await changes('other')]).toEqual([[], []]);
  });
});

it('C5: a customer id that comes from the service loses no change if a session’s first call is a PUT, and shows the change to colleagues', async () => {
  const { put, list, changes, groupOf, fixture } = await open({ customerIdClaim: 'customer_id' });
  const colleague = await fixture.signIn('admin');
  await fixture.send('GET', listPath, { cookie: colleague });
  await fixture.pass(1000);
  await put('writer', groupOf(ownId), 'Lorries');
  const saved = { outcome: 'saved', username: 'writer' };
  expect(await changesOf(fixture, colleague)).toMatchObject([saved]);
  await fixture.pass(1000);
  await fixture.send('GET', listPath, { cookie: colleague });
  expect(await changesOf(fixture, colleague)).toMatchObject([{ check: { result: 'confirmed' } }]);
  await list('writer');
  expect(await changes('writer')).toHaveLength(1);
});
