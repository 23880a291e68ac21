import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { TokenPair } from '#contract/tokenPair.ts';
import type { Clock } from '#lib/clock.ts';
import { checkModel, scaled } from '#testing/models/modelRuns.ts';

import { defaultOptions } from '../options.ts';
import { createRandom, itemAt } from '../world/random.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { createUsers } from './users.ts';

const hour = 3_600_000;

/** The state of one token pair, as defined in API document 5. */
interface Pair {
  readonly user: string;
  readonly issuedAt: number;
  readonly access: string;
  readonly refresh: string;
  spent: boolean;
  revoked: boolean;
}

interface Model {
  readonly pairs: Pair[];
  now: number;
  /** Whether a refresh invalidates the access token that it replaces. */
  readonly ends: boolean;
}

type Command = fc.AsyncCommand<Model, Tokens>;

const users = createUsers();

function start(ends: boolean) {
  const model: Model = { pairs: [], now: Date.UTC(2026, 0, 1), ends };
  const clock: Clock = { now: () => model.now, after: () => () => undefined };
  const options = { ...defaultOptions, clock, refreshEndsAccessToken: ends };
  return { model, real: createTokens(createRandom(1), () => ({ options, users })) };
}

function keep(model: Model, user: string, pair: TokenPair) {
  model.pairs.push({
    user,
    issuedAt: model.now,
    access: pair.access_token,
    refresh: pair.refresh_token,
    spent: false,
    revoked: false,
  });
}

const pick = ({ pairs }: Model, number: number): Pair => itemAt(pairs, number % pairs.length);

const signIn = (number: number): Command => ({
  check: () => true,
  toString: () => `signIn(${number})`,
  async run(model, real) {
    const user = itemAt(users, number);
    keep(model, user.id, await real.issue(user));
  },
});

const refresh = (number: number): Command => ({
  check: ({ pairs }) => pairs.length > 0,
  toString: () => `refresh(${number})`,
  async run(model, real) {
    const pair = pick(model, number);
    const valid = model.now - pair.issuedAt < 24 * hour && !pair.revoked && !pair.spent;
    const renewed = await real.refresh(pair.refresh).catch(() => undefined);
    expect(renewed !== undefined).toBe(valid);
    if (!renewed) return;
    pair.spent = true;
    keep(model, pair.user, renewed);
  },
});

const call = (number: number): Command => ({
  check: ({ pairs }) => pairs.length > 0,
  toString: () => `call(${number})`,
  async run(model, real) {
    const pair = pick(model, number);
    const replaced = model.ends && pair.spent;
    const valid = model.now - pair.issuedAt < 4 * hour && !pair.revoked && !replaced;
    const user = await real.userOf(pair.access).catch(() => undefined);
    expect(user?.id).toBe(valid ? pair.user : undefined);
  },
});

/** Sends each token in the other's role; the sandbox refuses both, whatever their age. */
const mixUp = (number: number): Command => ({
  check: ({ pairs }) => pairs.length > 0,
  toString: () => `mixUp(${number})`,
  async run(model, real) {
    const pair = pick(model, number);
    await expect(real.refresh(pair.access)).rejects.toThrow('not valid');
    await expect(real.userOf(pair.refresh)).rejects.toThrow('not valid');
  },
});

const wait = (ms: number): Command => ({
  check: () => true,
  toString: () => `wait(${ms})`,
  async run(model) {
    model.now += ms;
  },
});

const revoke: Command = {
  check: () => true,
  toString: () => 'revoke',
  async run(model, real) {
    real.revokeAll();
    for (const pair of model.pairs) pair.revoked = true;
  },
};

const waits = [1000, 1000, 1000, hour, 4 * hour - 1000, 4 * hour, 24 * hour - 1000, 24 * hour];
const commands = fc.commands(
  [
    // All users who are not suspended.
    fc.constantFrom(0, 1, 2, 4).map(signIn),
    fc.nat().map(refresh),
    fc.nat().map(refresh),
    fc.nat().map(call),
    fc.nat().map(mixUp),
    fc.constantFrom(...waits).map(wait),
    fc.constant(revoke),
  ],
  { maxCommands: 40, size: 'max' },
);

const runs = 500;

it('5: the tokens agree with a model of the API document on every refresh and call', async () => {
  let renewals = 0;
  await checkModel(
    fc.asyncProperty(fc.boolean(), commands, async (ends, steps) => {
      const { model, real } = start(ends);
      await fc.asyncModelRun(() => ({ model, real }), steps);
      renewals += model.pairs.filter(({ spent }) => spent).length;
    }),
    runs,
  );
  // Without refreshes, any implementation would agree with the model.
  expect(renewals).toBeGreaterThan(scaled(runs));
}, 600_000);
