import { setImmediate } from 'node:timers/promises';

import { expect, it, onTestFinished } from 'vitest';

import type { RefreshOutcome } from '#api/tokens/refreshCall.ts';
import type { SendOutcome } from '#api/tokens/tokenEngine.ts';
import { sleep } from '#lib/clock.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { storeOptions } from '#testing/fixtures/storeOptions.ts';

import { openStore } from '../store.ts';
import type { Turn } from './refreshTickets.ts';
import { createSessions } from './sessions.ts';
import { createSharedRefreshQueue } from './sharedRefreshQueue.ts';

const never = new Promise<never>(() => {});

const minute = 60_000;
const limits = { idleMs: 1000 * minute, maxMs: 10_000 * minute };
const history = { historyMs: 10_000 * minute, maxPutMs: minute };
const call = { isBackground: true, reportedAddress: undefined };

/** Several gateways sharing one store, with a service that takes a while to renew a token. */
async function gatewaysOnOneStore(count: number, refreshTakesMs = 500) {
  const clock = manualClock();
  const store = await openStore(
    { kind: 'sqlite', file: null },
    { ...storeOptions, limits, history, now: clock.now },
  );
  onTestFinished(() => store.close());
  const seen = { turns: 0, refreshes: 0 };
  const counted = async (turn: Promise<Turn>) => {
    if ((await turn).kind === 'now') seen.turns += 1;
    return turn;
  };
  const { tickets } = store;
  const dead = new Set<number>();
  /** What gateways wait for before they join the queue. */
  const held = new Map<number, Promise<void>>();
  /** The service's responses to refreshes that return no new pair. */
  const answers: RefreshOutcome[] = [];
  const gateways = Array.from({ length: count }, (_, index) => {
    const holder = `gateway ${index}`;
    const sessions = createSessions({
      store: {
        ...store,
        leases: {
          ...store.leases,
          // Unless extended, the lease expires.
          extend: (lease, ms) =>
            dead.has(index) ? Promise.resolve(false) : store.leases.extend(lease, ms),
        },
      },
      holder,
      clock,
      random: () => 0.5,
      queue: createSharedRefreshQueue({
        holder,
        clock,
        tickets: {
          ...tickets,
          async join(request) {
            await held.get(index);
            return counted(tickets.join(request));
          },
          ask: (ticket) => counted(tickets.ask(ticket)),
          promote: (ticket) => counted(tickets.promote(ticket)),
        },
      }),
      async refresh() {
        seen.refreshes += 1;
        const number = seen.refreshes;
        await sleep(clock, refreshTakesMs);
        if (dead.has(index)) return never;
        const answer = answers.shift();
        if (answer) return answer;
        const tokens = { access_token: `new ${number}`, refresh_token: `r ${number}` };
        return { kind: 'renewed', pair: { token_type: 'Bearer', ...tokens } };
      },
      onExpired() {},
    });
    onTestFinished(sessions.stop);
    return sessions;
  });

  async function signIn(username: string): Promise<string> {
    const pair = { token_type: 'Bearer', access_token: 'old', refresh_token: 'r' } as const;
    const given = { username, customerId: 'cid', address: null, reportedAddress: undefined, pair };
    return (await gateways[0]?.create(given, []))?.session.id ?? '';
  }

  /** A call to the service, rejected if it carries an old token. */
  const send = async (
    at: number,
    id: string,
    answer: (access: string) => Promise<number> | number = (access) =>
      access.startsWith('new') ? 200 : 401,
  ): Promise<SendOutcome | undefined> =>
    (await gateways[at]?.find(id, call))?.engine.send(
      async (access) => new Response(null, { status: await answer(access) }),
    );

  /** Lets pending work settle while time passes. */
  async function pass(ms: number, stepMs = 250) {
    for (let passed = 0; passed < ms; passed += stepMs) {
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      await clock.advance(stepMs);
    }
  }

  return { clock, store, gateways, seen, answers, dead, held, signIn, send, pass };
}

it('S4: a session with an expired token costs one turn and one refresh, even if used on all gateways', async () => {
  const { seen, signIn, send, pass } = await gatewaysOnOneStore(3);
  const id = await signIn('anna');
  const ends = Promise.all([0, 1, 2, 0, 1, 2, 0, 1, 2].map((at) => send(at, id)));
  await pass(3000);
  expect((await ends).map((end) => end?.kind)).toEqual(Array(9).fill('answered'));
  expect(seen).toEqual({ turns: 1, refreshes: 1 });
});

it('S4: calls that waited while another gateway renewed the token do not renew it again', async () => {
  const { seen, held, signIn, send, pass } = await gatewaysOnOneStore(2);
  const id = await signIn('anna');
  const { promise, resolve } = Promise.withResolvers<void>();
  held.set(0, promise);
  const sent = [0, 0, 0].map((at) => send(at, id));
  await pass(250);
  sent.push(send(1, id));
  await pass(1000);
  resolve();
  await pass(2000);
  const ends = await Promise.all(sent);
  expect(ends.map((end) => end?.kind)).toEqual(ends.map(() => 'answered'));
  expect(seen).toEqual({ turns: 1, refreshes: 1 });
});

it('S6: a waiting session takes one turn, however many of its calls wait', async () => {
  const { seen, signIn, send, pass, store } = await gatewaysOnOneStore(1);
  const others = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(signIn));
  const id = await signIn('anna');
  for (const other of others) void send(0, other);
  await pass(2000);
  expect(seen).toEqual({ turns: 5, refreshes: 5 });
  expect(await send(0, id)).toMatchObject({ kind: 'refresh_busy', ahead: 0 });
  await pass(58_000);
  for (let moment = 0; moment < 20; moment++) {
    void send(0, id);
    await pass(250);
  }
  expect(seen).toEqual({ turns: 6, refreshes: 6 });
  expect(await store.tickets.length()).toBe(0);
});

it('S2, S9: sessions that an operator ends free their places in the queue', async () => {
  const { signIn, send, pass, store } = await gatewaysOnOneStore(1);
  const ids = await Promise.all(Array.from({ length: 8 }, () => signIn('leaver')));
  for (const id of ids) void send(0, id);
  await pass(2000);
  expect(await store.tickets.length()).toBe(3);
  await store.sessions.removeUser('leaver');
  expect(await store.tickets.length()).toBe(0);
});

it("S2: a call that waits for another gateway's refresh fails immediately on sign-out", async () => {
  const { signIn, send, pass, gateways } = await gatewaysOnOneStore(2, 15_000);
  const id = await signIn('anna');
  void send(0, id);
  await pass(500);
  let end: string | undefined;
  void send(1, id).then((outcome) => (end = outcome?.kind));
  await pass(500);
  expect(end).toBeUndefined();
  await gateways[0]?.remove(id);
  await pass(1000);
  expect(end).toBe('session_ended');
});

it('S5: a refresh that was interrupted twice is not sent a third time within a minute', async () => {
  const { seen, dead, signIn, send, pass } = await gatewaysOnOneStore(3);
  const id = await signIn('anna');
  for (const at of [0, 1]) {
    void send(at, id);
    await pass(250);
    dead.add(at);
    await pass(21_000);
  }
  expect(seen.refreshes).toBe(2);
  const end = send(2, id);
  await pass(1000);
  expect(await end).toMatchObject({ kind: 'refresh_busy', retryAfterMs: 60_000 });
  await pass(30_000);
  void send(2, id);
  await pass(1000);
  expect(seen.refreshes).toBe(2);
  await pass(30_000);
  expect(await Promise.race([send(2, id), pass(2000)])).toMatchObject({ kind: 'answered' });
  expect(seen.refreshes).toBe(3);
});

it('T10: a pause that the service requested from one gateway also applies to a call started on another gateway', async () => {
  const { store, seen, answers, signIn, send, pass } = await gatewaysOnOneStore(2);
  const id = await signIn('anna');
  answers.push({ kind: 'busy', limited: false, retryAfterMs: 120_000 });
  let refuse = (_status: number) => {};
  const slow = new Promise<number>((resolve) => (refuse = resolve));
  const late = send(1, id, () => slow);
  void send(0, id);
  await pass(1000);
  expect(seen).toEqual({ turns: 1, refreshes: 1 });
  refuse(401);
  await pass(1000);
  expect(await late).toMatchObject({ kind: 'refresh_busy' });
  expect(seen).toEqual({ turns: 1, refreshes: 1 });
  expect(await store.tickets.length()).toBe(0);
});

it('T5: a gateway interprets a 401 using what other gateways know about the tokens', async () => {
  const { store, seen, signIn, send, pass } = await gatewaysOnOneStore(2);
  const id = await signIn('anna');
  const [row] = await store.sessions.list({ limit: 1 });
  const session = row && (await store.sessions.find(row.key));
  if (!session) throw new Error('no session');
  // As far as the first gateway knows, recent renewals did not fix a 401.
  await store.sessions.saveRenewal(session, { unhelpfulForMs: 30 * minute, uselessRefreshes: 3 });
  let refuse = (_status: number) => {};
  const slow = new Promise<number>((resolve) => (refuse = resolve));
  const late = send(0, id, (access) => (access === 'old' ? slow : 200));
  await pass(250);
  // A call succeeds, and later the token expires and is renewed, all on the other gateway.
  await send(1, id, () => 200);
  await pass(61_000);
  await Promise.race([send(1, id), pass(2000)]);
  expect(seen.refreshes).toBe(1);
  refuse(401);
  await pass(1000);
  const end = await late;
  expect(end?.kind === 'answered' && end.response.status).toBe(200);
  expect(seen.refreshes).toBe(1);
});

it('S10: a gateway drops a session it has not served for a while, unless the session is busy', async () => {
  const { store, gateways, seen, signIn, send, pass } = await gatewaysOnOneStore(1);
  const engineOf = async (id: string) => (await gateways[0]?.find(id, call))?.engine;
  const others = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(signIn));
  const [used, unused, queued] = [await signIn('f'), await signIn('g'), await signIn('h')];
  const engines = await Promise.all([used, unused, queued].map(engineOf));
  for (const id of others) void send(0, id);
  await pass(1000);
  void send(0, queued);
  await pass(1000);
  // This session waits in the queue because the service keeps blocking refreshes.
  for (let part = 0; part < 13; part++) {
    await gateways[0]?.find(used, call);
    await store.tickets.block(2 * minute);
    await pass(minute, 5000);
  }
  const later = await Promise.all([used, unused, queued].map(engineOf));
  expect(later.map((engine, index) => engine === engines[index])).toEqual([true, false, true]);
  expect(seen.refreshes).toBe(5);
});
