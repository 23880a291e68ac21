import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { gatewayDatabase, engines } from '#testing/fixtures/testDatabases.ts';
import { checkModel, modelTimeout } from '#testing/models/modelRuns.ts';
import { createWatchModel, type Fault, gateways, met } from '#testing/models/watchModel.ts';

const second = 1000;
const minute = 60 * second;

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constant<Fault>({ kind: 'crash' }),
  fc
    .constantFrom(5, 25, 45, 120)
    .map((seconds): Fault => ({ kind: 'freeze', ms: seconds * second })),
  fc.constantFrom<Fault>({ kind: 'refuse' }, { kind: 'lose' }),
);
const event = fc.record({
  fault,
  /** Usually the gateway that watches. */
  isHolder: fc.nat(3).map((number) => number > 0),
  gateway: fc.nat(gateways - 1),
  inSteps: fc.nat(45),
  thenMs: fc.constantFrom(1, 5, 20, 40, 90).map((seconds) => seconds * second),
  restarts: fc.boolean(),
});
const events = fc.array(event, { minLength: 1, maxLength: 8 });

async function expectSound(
  model: Awaited<ReturnType<typeof createWatchModel>>,
  planned: typeof events extends fc.Arbitrary<infer T> ? T : never,
): Promise<void> {
  await model.pass(5 * second);
  for (const { fault: what, isHolder, gateway, inSteps, thenMs, restarts } of planned) {
    const target = (isHolder ? model.holder() : undefined) ?? model.running[gateway];
    target?.plan(what, inSteps);
    await model.pass(thenMs);
    if (restarts) model.restart();
  }
  // A holder that crashes now has a successor within a minute.
  for (const gateway of model.running) gateway.clear();
  model.restart();
  await model.pass(3 * minute);
  model.holder()?.kill();
  const crashedAt = model.now();
  await model.pass(minute);
  expect(model.holder()).toBeDefined();
  await model.pass(2 * minute);

  const scans = await model.scans();
  const complete = scans
    .filter(({ state }) => state === 'complete')
    .toSorted((a, b) => a.startedAt - b.startedAt);
  expect(complete.at(-1)?.startedAt).toBeGreaterThan(crashedAt);
  expect(complete.at(-1)).toMatchObject({ things: 100 });
  for (const [index, { startedAt }] of complete.slice(1).entries()) {
    expect(startedAt).toBeGreaterThanOrEqual(complete[index]?.endedAt ?? Infinity);
  }
  expect(model.late).toEqual([]);
  for (const [index, at] of model.signIns.entries()) {
    expect(at - (model.signIns[index - 5] ?? -Infinity)).toBeGreaterThanOrEqual(minute);
  }
}

describe.each(engines)('W2: gateways that crash and freeze, in %s', (engine) => {
  const runs = engine === 'sqlite' ? 25 : 1;

  it(
    'never scan at the same time, send and store nothing after losing the lease, and take over within a minute',
    { timeout: modelTimeout(runs) },
    async () => {
      const before = met.takenOver;
      await checkModel(
        fc.asyncProperty(events, async (planned) => {
          const model = await createWatchModel(await gatewayDatabase(engine));
          try {
            await expectSound(model, planned);
          } finally {
            await model.end();
          }
        }),
        runs,
        { few: Math.min(runs, 10), seed: 12, endOnFailure: true },
      );
      expect(met.takenOver).toBeGreaterThan(before);
    },
  );
});

it('cover every situation in the runs of both', () => {
  for (const [what, times] of Object.entries(met)) expect([what, times > 0]).toEqual([what, true]);
});
