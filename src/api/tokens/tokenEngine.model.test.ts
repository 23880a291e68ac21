import { setImmediate } from 'node:timers/promises';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { checkModel, modelTimeout, scaled } from '#testing/models/modelRuns.ts';
import {
  createTokenEngineModel,
  type RefreshFault,
  type TokenEngineModel,
} from '#testing/models/tokenEngineModel.ts';
import { ends, people, seen, type Person } from '#testing/models/tokenEngineOracle.ts';

/** Several tabs using a token service, in every possible order of their calls and refreshes. */
const runs = 1000;

const minute = 60_000;
const hour = 60 * minute;

type Command = fc.AsyncCommand<object, TokenEngineModel>;

const command = (name: string, act: (model: TokenEngineModel) => unknown): Command => ({
  check: () => true,
  toString: () => name,
  async run(_, model) {
    await act(model);
    expect(model.violations).toEqual([]);
  },
});

const withPerson = (
  name: string,
  act: (model: TokenEngineModel, person: Person, index: number) => unknown,
) =>
  fc.nat({ max: people - 1 }).map((index) =>
    command(`${name}(${index})`, (model) => {
      const person = model.persons[index];
      // The result of a call is checked when it ends; the next command does not wait for it.
      if (person) void act(model, person, index);
    }),
  );

const waits = [100, 1000, 5_000, 11_000, 31_000, minute, 61_000, 20 * minute, 2.5 * hour, 4 * hour];
const faults: RefreshFault[] = ['cutBefore', 'cutAfter', 'hang', 'garbled', 429, 503, 403];

/** A user's call. */
const send = withPerson('send', (model, person) => model.send(person));
const wait = fc
  .constantFrom(...waits)
  .map((ms) => command(`wait(${ms})`, (model) => model.clock.advance(ms)));

const fail = fc
  .constantFrom(...faults)
  .map((fault) => command(`fail(${fault})`, (model) => model.refreshFaults.push(fault)));

const everybody = fc.constant(
  command('everybody', (model) => {
    for (const person of model.persons) void model.send(person);
  }),
);

const now = (name: string, act: (model: TokenEngineModel) => unknown) =>
  fc.constant(command(name, act));

const commands = fc.commands(
  [
    // A command is chosen in proportion to how often it is listed.
    send,
    send,
    send,
    send,
    everybody,
    everybody,
    wait,
    wait,
    wait,
    fail,
    fail,
    // These add to the random faults, which alone would contain too few of them.
    now('decline', (model) => model.refreshFaults.push(403)),
    now('decline', (model) => model.refreshFaults.push(403)),
    now('busy', (model) => model.refreshFaults.push(429)),
    now('revokeAccess', (model) => model.service.revoke('access')),
    now('cutNextCall', (model) => model.cutNextCall()),
    withPerson('alwaysRefuse', (_, person) => (person.alwaysRefused = !person.alwaysRefused)),
    withPerson('signInAgain', (model, person, index) => {
      if (person.refreshRefused || person.isQueued) model.signInAgain(index);
    }),
    fc.constantFrom(
      command('night', (model) => model.clock.advance(20 * hour)),
      command('revokeAll', (model) => model.service.revoke('all')),
      // Little happens after the two commands above, so they share their slot with these.
      command('minute', (model) => model.clock.advance(minute)),
      command('second', (model) => model.clock.advance(1000)),
    ),
  ],
  { maxCommands: 40, size: 'max' },
);

it(
  `model of the token engine, with its calls in every order over ${scaled(runs)} runs: tokens are spent once, refreshes keep to the limit, nobody is signed out without a reason, nothing hangs`,
  async () => {
    await checkModel(
      fc.asyncProperty(
        fc.scheduler(),
        fc.boolean(),
        fc.integer({ min: 1, max: 1_000_000 }),
        commands,
        async (scheduler, endsAccess, seed, steps) => {
          const model = createTokenEngineModel(scheduler, {
            endsAccess,
            seed,
            nextTurn: setImmediate,
          });
          await fc.scheduledModelRun(scheduler, () => ({ model: {}, real: model }), steps);
          await model.recover();
          expect(model.violations).toEqual([]);
        },
      ),
      runs,
    );
    // Ensures that the runs cover more than trivial cases.
    for (const count of [...Object.values(seen), ...Object.values(ends)]) {
      expect(count).toBeGreaterThan(scaled(runs) / 2);
    }
  },
  modelTimeout(runs),
);
