import { expect, it } from 'vitest';

import { type Fixture, createFixture, fakeService } from '#testing/fixtures/gatewayFixture.ts';
import {
  listPath,
  groupPath,
  locked,
  groupService,
  changesOf,
} from '#testing/fixtures/historyFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { sharedFile } from '#testing/fixtures/testDatabases.ts';

/** Two gateways, and a third that starts later. */
async function scenario(given: Partial<ReturnType<typeof groupService>> = {}) {
  const { group, service, answerWith } = { ...groupService(), ...given };
  const clock = manualClock();
  const environment = sharedFile();
  const start = () => createFixture({ clock, service, environment });
  const [first, second] = [await start(), await start()];
  const cookie = await first.signIn();
  const list = async (fixture: Fixture) => {
    await fixture.pass(1000);
    await fixture.send('GET', listPath, { cookie });
    await fixture.pass(1000);
  };
  return { first, second, start, cookie, group, answerWith, list };
}

it('C2: a change on one gateway is settled by a list on another', async () => {
  const { first, second, cookie, list } = await scenario();
  await list(first);
  await first.send('PUT', groupPath, { cookie, body: locked });
  await list(second);
  expect(await changesOf(first, cookie)).toMatchObject([
    { outcome: 'saved', check: { result: 'confirmed' } },
  ]);
});

it('C2: a gateway that dies after sending a change leaves a row, which a list on another gateway settles', async () => {
  const { first, second, cookie, answerWith, list } = await scenario();
  await list(first);
  answerWith(() => new Response('ThingsGroupId_1'));
  // This gateway never gets the response, so it never writes an outcome.
  first.refuseOutcomes();
  await first.send('PUT', groupPath, { cookie, body: locked });
  await second.pass(1000);
  expect(await changesOf(second, cookie)).toMatchObject([
    { outcome: 'unknown', isUnderWay: true, check: null },
  ]);
  await list(second);
  expect(await changesOf(second, cookie)).toMatchObject([{ check: null }]);
  await second.pass(75_000);
  expect(await changesOf(second, cookie)).toMatchObject([
    { outcome: 'unknown', isUnderWay: false, check: null },
  ]);
  await list(second);
  expect(await changesOf(second, cookie)).toMatchObject([
    { outcome: 'saved', status: null, check: { result: 'confirmed', seen: locked } },
  ]);
});

it('C5: an id confirmed on one gateway is recorded again after another id was confirmed on the other', async () => {
  const sims = [{ ExternalUniqueId: '8988228000010485811' }];
  const service = fakeService(() => Response.json(sims), { customer_id: undefined });
  const { first, second, cookie } = await scenario({ service });
  for (const [fixture, customerId] of [
    [first, 'cid_a'],
    [second, 'cid_b'],
    [first, 'cid_a'],
  ] as const) {
    await fixture.send('PUT', '/session/customer', { cookie, body: { customerId } });
    await fixture.send('GET', '/api/things', { cookie });
    for (const { send } of [first, second]) {
      expect((await send('GET', '/records/changes', { cookie })).status).toBe(200);
    }
  }
});

it('C3: a change made elsewhere gets one row, even if both gateways detect it', async () => {
  const { first, second, start, cookie, group, list } = await scenario();
  await list(first);
  Object.assign(group, locked);
  await first.pass(1000);
  await Promise.all([first, second].map((fixture) => fixture.send('GET', listPath, { cookie })));
  await first.pass(1000);
  const third = await start();
  expect(await changesOf(third, cookie)).toMatchObject([{ outcome: 'elsewhere' }]);
  await list(third);
  expect(await changesOf(third, cookie)).toHaveLength(1);
});
