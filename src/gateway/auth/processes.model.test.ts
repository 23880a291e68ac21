import { setImmediate } from 'node:timers/promises';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { checkModel, modelTimeout } from '#testing/models/modelRuns.ts';
import { met } from '#testing/models/processesGateway.ts';
import { createProcessesModel, gateways, people } from '#testing/models/processesModel.ts';
import { seen } from '#testing/models/processesOracle.ts';
import { criticalCalls, metByStore } from '#testing/models/processesStore.ts';

const runs = 60;
const minute = 60_000;
const hour = 60 * minute;

type ProcessesModel = Awaited<ReturnType<typeof createProcessesModel>>;
type Step = (model: ProcessesModel) => unknown;

/** A kind of step, chosen in proportion to its weight, and what it does to a model. */
const stepOf = <Given>(
  weight: number,
  name: string,
  given: fc.Arbitrary<Given>,
  take: (model: ProcessesModel, given: Given) => unknown,
) => ({
  weight,
  arbitrary: given.map((one): [string, Step] => [
    `${name}(${fc.stringify(one)})`,
    (model) => take(model, one),
  ]),
});

const anyGateway = fc.nat(gateways - 1);
const anyPerson = fc.nat(people - 1);
const waits = [100, 1000, 6_000, 21_000, minute, 20 * minute, 2.5 * hour, 4 * hour];
const storeFault = fc.record({
  at: fc.constantFrom('before' as const, 'after' as const),
  name: fc.constantFrom(undefined, ...criticalCalls),
});

const step = fc.oneof(
  stepOf(6, 'send', fc.tuple(anyGateway, anyPerson), ({ running, persons, send }, [at, who]) => {
    const [gateway, person] = [running[at], persons[who]];
    if (gateway && person) void send(gateway, person);
  }),
  stepOf(3, 'wait', fc.constantFrom(...waits), ({ clock }, ms) => clock.advance(ms)),
  stepOf(2, 'kill', anyGateway, (model, at) => model.restart(at)),
  stepOf(2, 'failStore', storeFault, ({ shaky }, fault) => shaky.fail(fault)),
  stepOf(
    2,
    'crashInRefresh',
    fc.tuple(anyGateway, anyPerson, fc.integer({ min: 1, max: 3 })),
    async ({ clock, running, persons, crashInRefresh, settle }, [at, who, times]) => {
      const person = persons[who];
      for (let time = 0; time < times; time++) {
        const gateway = running[(at + time) % gateways];
        if (gateway && person) await crashInRefresh(gateway, person);
        if (time > 0) await settle();
        // By then the crashed gateway's lease has expired.
        if (times > 1) await clock.advance(21_000);
      }
    },
  ),
  stepOf(1, 'stallAfterNote', fc.constantFrom(15_000, 25_000), ({ shaky }, ms) =>
    shaky.stallAfterNote(ms),
  ),
  stepOf(1, 'end', anyPerson, ({ persons, end }, who) => {
    const person = persons[who];
    return person && end(person);
  }),
  stepOf(
    1,
    'confirm',
    fc.constant(null),
    ({ persons: [typed], confirm }) => typed && confirm(typed),
  ),
  stepOf(2, 'revokeAccess', fc.constant(null), ({ service }) => service.revoke('access')),
);

it(
  'S4, S5: three gateways on one store spend each refresh token only once unless a response was lost, share one budget, and sign nobody out',
  async () => {
    await checkModel(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.array(step, { minLength: 5, maxLength: 30 }),
        async (scheduler, seed, steps) => {
          const model = await createProcessesModel(scheduler, seed);
          for (const [, take] of steps) {
            await take(model);
            await scheduler.waitNext(Math.min(3, scheduler.count())).catch(() => {});
            await setImmediate();
          }
          await model.recover();
          expect(model.violations).toEqual([]);
        },
      ),
      runs,
    );
    // A run in which nothing happened would prove nothing.
    for (const count of Object.values({ ...seen, ...met, ...metByStore }))
      expect(count).toBeGreaterThan(0);
  },
  modelTimeout(runs),
);
