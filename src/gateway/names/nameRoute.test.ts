import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { inventoryThings } from '#contract/inventoryThings.ts';
import { deviceModels } from '#sandbox/world/identifiers.ts';
import { createFixture, signedInFixture, fakeService } from '#testing/fixtures/gatewayFixture.ts';
import { temporaryFolder } from '#testing/fixtures/temporaryFolder.ts';

function fileWith(content: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'names.csv'), content);
  return join(folder, 'names.csv');
}

async function signedIn(environment: Readonly<Record<string, string>> = {}) {
  const fixture = await createFixture({ environment });
  const cookie = await fixture.signIn();
  const ask = async (query: string) => {
    const answer = await fixture.send('GET', `/records/names?${query}`, { cookie });
    return [answer.status, await answer.json()] as const;
  };
  return { fixture, ask };
}

describe('Q3: GET /records/names', () => {
  it('names networks and the sandbox’s own device models, and leaves out unknown codes', async () => {
    const { ask } = await signedIn();
    expect(await ask('networks=262-01,262-999&tacs=35684610,99999999')).toEqual([
      200,
      { networks: { '262-01': 'Telekom' }, models: { 35_684_610: 'Telematics unit T4' } },
    ]);
    expect(await ask('')).toEqual([200, { networks: {}, models: {} }]);
  });

  it('needs a session, but not a confirmed customer', async () => {
    const { fixture, ask } = await signedIn();
    const refused = await fixture.send('GET', '/records/fleet', { cookie: await fixture.signIn() });
    expect(refused.status).toBe(403);
    expect((await ask('tacs=35684610'))[0]).toBe(200);
    const nobody = await fixture.send('GET', '/records/names?tacs=35684610');
    expect([nobody.status, await nobody.json()]).toMatchObject([401, { code: 'session_ended' }]);
    expect((await fixture.send('POST', '/records/names')).status).toBe(405);
  });

  it.each([
    'tacs=3568461',
    'tacs=35684610;35684611',
    'networks=262',
    'networks=26201',
    'names=all',
    'tacs=35684610&tacs=35684611',
    `tacs=${Array.from({ length: 101 }, () => '35684610').join()}`,
  ])('refuses %s', async (query) => {
    const { ask } = await signedIn();
    expect(await ask(query)).toMatchObject([400, { code: 'bad_request' }]);
  });

  it('reads a one-digit MNC as a number without zeros, unless both networks exist', async () => {
    const { ask } = await signedIn({
      NETWORK_NAMES_FILE: fileWith('999,07,Two\n999,008,Three\n999,09,A\n999,009,B\n'),
    });
    expect(await ask('networks=999-7,999-8,999-9,262-1,262-001')).toEqual([
      200,
      { networks: { '999-7': 'Two', '999-8': 'Three', '262-1': 'Telekom' }, models: {} },
    ]);
  });

  it('prefers the operator’s names', async () => {
    const { ask, fixture } = await signedIn({
      NETWORK_NAMES_FILE: fileWith('mcc,mnc,name\n262,01,Our partner\nwrong\n'),
      TAC_NAMES_FILE: fileWith('35684610,Our unit\n'),
    });
    expect(await ask('networks=262-01,262-02&tacs=35684610,35684611')).toEqual([
      200,
      {
        networks: { '262-01': 'Our partner', '262-02': 'Vodafone' },
        models: { 35_684_610: 'Our unit' },
      },
    ]);
    const metrics = await fixture.metrics();
    expect(metrics).toContain('sim_console_names{file="TAC_NAMES_FILE"} 1\n');
    expect(metrics).toContain('sim_console_name_lines_wrong{file="NETWORK_NAMES_FILE"} 1\n');
  });
});

it('Q3: the gateway’s own responses have the names alongside the codes', async () => {
  const service = fakeService(() =>
    Response.json([
      {
        ExternalUniqueId: '8988228000000000001',
        State: 'ACTIVE',
        IMEI: `${deviceModels.tracker.tac}1234567`,
        LastLocation: { MCC: 262, MNC: '01' },
      },
      { ExternalUniqueId: '8988228000000000002', State: 'ACTIVE' },
    ]),
  );
  const { fixture, cookie, read } = await signedInFixture({ service });
  await read('/api/things');
  const get = async (path: string): Promise<unknown> =>
    (await fixture.send('GET', `/records/fleet${path}`, { cookie })).json();
  const { things } = inventoryThings.parse(await get('/things'));
  const known = { model: 'Asset tracker AT2', network: 'Telekom' };
  expect(things.map(({ names }) => names)).toEqual([known, {}]);
  expect(await get('')).toMatchObject({
    models: [{ tac: deviceModels.tracker.tac, name: 'Asset tracker AT2' }],
    networks: [{ network: '262-01', name: 'Telekom' }, { network: null }],
  });
});

it('Q3: the sandbox’s file names exactly its device models', () => {
  const file = readFileSync(new URL('../../sandbox/tacNames.csv', import.meta.url), 'utf8');
  const lines = Object.values(deviceModels).map(({ tac, name }) => `${tac},${name}`);
  expect(file.trimEnd().split('\n')).toEqual(['tac,name', ...lines]);
});
