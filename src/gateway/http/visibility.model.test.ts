import fc from 'fast-check';
import { expect, it } from 'vitest';

import { namesPath } from '#contract/names.ts';
import { createFixture } from '#testing/fixtures/gatewayFixture.ts';
import { users } from '#testing/fixtures/markedService.ts';
import { checkModel, modelTimeout } from '#testing/models/modelRuns.ts';
import { createVisibilityModel } from '#testing/models/visibilityModel.ts';
import { ofChanges, total } from '#testing/models/visibilityOracle.ts';
import { addresses, step } from '#testing/models/visibilitySteps.ts';

const runs = 8;

it(
  'C5, F6, N2: the gateway never shows one customer’s data to another, whatever is requested or typed',
  async () => {
    const steps = fc.array(step, { minLength: 60, maxLength: 110 });
    const property = fc.asyncProperty(steps, async (chosen) => {
      const take = await createVisibilityModel();
      for (const name of Object.keys(users)) {
        await take({ kind: 'sign in', who: name, gateway: 0 });
        const customerId = name === 'ben' ? 'cid_b' : 'cid_a';
        await take({ kind: 'choose', who: name, gateway: 0, customerId });
        await take({ kind: 'list things', who: name, gateway: 1 });
        await take({ kind: 'look', who: name, gateway: 0, address: '/records/fleet' });
      }
      for (const one of chosen) await take(one);
    });
    await checkModel(property, runs, { few: 6, seed: 35, endOnFailure: true });
    for (const [what, met] of Object.entries(total)) expect([what, met > 0]).toEqual([what, true]);
    for (const met of Object.values(ofChanges)) expect(met).toBeGreaterThan(runs / 4);
    // Different in each test run.
    await fc.assert(property, { numRuns: 2, endOnFailure: true });
  },
  modelTimeout(runs),
);

it('C5, F6, N2: the model covers every readable path below /records', async () => {
  const read = (await createFixture()).routes.flatMap(({ method, path }) =>
    method === 'GET' && path.startsWith('/records/') ? path : [],
  );
  expect(read.length).toBeGreaterThan(4);
  // Names of networks and device models belong to no customer.
  for (const path of read.filter((one) => one !== namesPath)) {
    const pattern = new RegExp(`^${path.replace(':iccid', String.raw`\d+`)}(?:\\?|$)`);
    expect([path, addresses.some((address) => pattern.test(address))]).toEqual([path, true]);
  }
});
