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

const step: fc.Arbitrary<[string, Step]> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(gateways - 1), fc.nat(people - 1))
      .map(([at, who]): [string, Step] => [
        `send(${at}, ${who})`,
        ({ running, persons, send }) => {
          const [gateway, person] = [running[at], persons[who]];
          if (gateway && person) void send(gateway, person);
        },
      ]),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(100, 1000, 6_000, 21_000, minute, 20 * minute, 2.5 * hour, 4 * hour)
      .map((ms): [string, Step] => [`wait(${ms})`, ({ clock }) => clock.advance(ms)]),
  },
  {
    weight: 2,
    arbitrary: fc
      .nat(gateways - 1)
      .map((at): [string, Step] => [`kill(${at})`, (model) => model.restart(at)]),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        at: fc.constantFrom('before' as const, 'after' as const),
        name: fc.constantFrom(undefined, ...criticalCalls),
      })
      .map((fault): [string, Step] => [
        `failStore(${fault.at} ${fault.name ?? 'the next'})`,
        ({ shaky }) => shaky.fail(fault),
      ]),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(gateways - 1), fc.nat(people - 1), fc.integer({ min: 1, max: 3 }))
      .map(([at, who, times]): [string, Step] => [
        `crashInRefresh(${at}, ${who}) ${times} times`,
        async ({ clock, running, persons, crashInRefresh, settle }) => {
          const person = persons[who];
          for (let time = 0; time < times; time++) {
            const gateway = running[(at + time) % gateways];
            if (gateway && person) await crashInRefresh(gateway, person);
            if (time > 0) await settle();
            // By then the crashed gateway's lease has expired.
            if (times > 1) await clock.advance(21_000);
          }
        },
      ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(15_000, 25_000)
      .map((ms): [string, Step] => [
        `stallAfterNote(${ms})`,
        ({ shaky }) => shaky.stallAfterNote(ms),
      ]),
  },
  {
    weight: 1,
    arbitrary: fc.nat(people - 1).map((who): [string, Step] => [
      `end(${who})`,
      ({ persons, end }) => {
        const person = persons[who];
        return person && end(person);
      },
    ]),
  },
  {
    weight: 1,
    arbitrary: fc.constant<[string, Step]>([
      'confirm',
      ({ persons: [typed], confirm }) => typed && confirm(typed),
    ]),
  },
  {
    weight: 2,
    arbitrary: fc.constant<[string, Step]>([
      'revokeAccess',
      ({ service }) => service.revoke('access'),
    ]),
  },
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
