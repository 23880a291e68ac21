import { describe, expect, it } from 'vitest';

import { firstRows, lateRows, open } from '#testing/fixtures/firstAnswersFixture.ts';
import {
  type Fixture,
  createFixture,
  signedInFixture,
  fakeService,
  never,
} from '#testing/fixtures/gatewayFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import { createLateAnswers, type ReadAnswer } from './lateAnswers.ts';

it('the space of late responses is freed even if they arrive after their pages have expired', async () => {
  const clock = manualClock();
  const { keep, take } = createLateAnswers(clock);
  const to = { address: firstRows, cookies: 'a=b' };
  const answerAfter = async (pageId: string, ms: number) => {
    const { promise, resolve } = Promise.withResolvers<ReadAnswer>();
    keep(pageId, { ...to, owner: 'anna', asked: promise, giveUp() {} });
    await clock.advance(ms);
    resolve({ status: 200, headers: {}, body: new Uint8Array(3 * 1024 * 1024) });
    await clock.advance(0);
  };
  for (let page = 0; page < 4; page++) await answerAfter(`expired ${page}`, 30_000);
  await answerAfter('page', 29_999);
  expect(take('page', to)).toBeDefined();
});

describe('a page whose rows arrive too late to be sent with it', () => {
  it('finishes without them if the service is slow, and the page’s call gets the late response', async () => {
    let finish: (answer: Response) => void = () => {};
    const slow = new Promise<Response>((resolve) => (finish = resolve));
    const { fixture, cookie } = await signedInFixture({ service: fakeService(() => slow) });
    const page = open(fixture, '/things', cookie);
    let isSent = false;
    void page.then(() => (isSent = true));
    await fixture.pass(299);
    expect(isSent).toBe(false);
    await fixture.pass(1);
    const { answers, asked, own } = await page;
    expect([[...answers.keys()], asked]).toEqual([['/session'], ['?limit=26&offset=0']]);

    const call = fixture.send('GET', firstRows, { cookie, headers: own });
    await fixture.pass(10);
    finish(Response.json([{ ExternalUniqueId: '1' }], { headers: { 'x-request-id': 'req_1' } }));
    const answer = await call;
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, 'req_1']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual([{ ExternalUniqueId: '1' }]);
    expect(fixture.seen).toHaveLength(1);
    void fixture.send('GET', firstRows, { cookie, headers: own });
    await fixture.pass(10);
    expect(fixture.seen).toHaveLength(2);
  });

  it('never gives a late response to another page: a reload gets current data', async () => {
    const { fixture, cookie, finish } = await lateRows();
    finish();
    const again = open(fixture, '/things', cookie);
    await fixture.pass(10);
    expect(fixture.seen).toHaveLength(1);
    finish();
    expect((await again).answers.get(firstRows)?.body).toContain('row 2');
    const refreshed = fixture.send('GET', firstRows, { cookie });
    await fixture.pass(10);
    finish();
    expect(await (await refreshed).text()).toContain('row 3');
  });

  it('T18: never gives anyone a late response after a sign-out', async () => {
    const { fixture, cookie, own, finish } = await lateRows();
    finish();
    await fixture.send('DELETE', '/session', { cookie });
    const answer = await fixture.send('GET', firstRows, { cookie, headers: own });
    expect([answer.status, await answer.text()]).toEqual([401, expect.not.stringContaining('row')]);
  });

  it('never gives a customer another customer’s late response', async () => {
    const { fixture, cookie, own, finish } = await lateRows({ customer_id: undefined });
    finish();
    await fixture.send('PUT', '/session/customer', { cookie, body: { customerId: 'cid_other' } });
    const call = fixture.send('GET', firstRows, { cookie, headers: own });
    await fixture.pass(10);
    finish();
    expect(await (await call).text()).toContain('row 2');
    expect(fixture.seen.at(-1)?.headers.get('apikey')).toBe('cid_other');
  });

  it('T17: never gives a user another user’s late response if the browser sends both users’ cookies', async () => {
    let asked = 0;
    const finished = Promise.withResolvers<Response>();
    const fixture = await createFixture({
      service: fakeService(async () => (++asked === 1 ? finished.promise : Response.json([]))),
    });
    const former = await fixture.signIn('writer');
    const both = `${former}; ${await fixture.signIn('reader')}`;
    const page = open(fixture, '/things', both);
    await fixture.pass(300);
    const { own } = await page;
    finished.resolve(Response.json([{ ExternalUniqueId: '1', ThingName: 'the row of writer' }]));
    await fixture.pass(10);
    await fixture.send('DELETE', '/session', { cookie: former });
    const answer = await fixture.send('GET', firstRows, { cookie: both, headers: own });
    expect(await answer.json()).toEqual([]);
  });

  it('H11: cancels the call once its page is closed', async () => {
    const signals: AbortSignal[] = [];
    const { fixture, cookie } = await signedInFixture({
      service: fakeService(({ signal }) => {
        signals.push(signal);
        return never(signal);
      }),
    });
    const page = open(fixture, '/things', cookie);
    await fixture.pass(300);
    const { own } = await page;
    const left = new AbortController();
    const call = fixture.send('GET', firstRows, { cookie, headers: own, signal: left.signal });
    await fixture.pass(10);
    left.abort();
    await call;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it.each([
    ['another session', async (fixture: Fixture) => fixture.signIn(), firstRows],
    ['another address', undefined, '/api/things?limit=26&offset=25'],
  ])('withholds a late response from %s', async (_who, signIn, address) => {
    const service = fakeService(({ signal }) => never(signal));
    const { fixture, cookie } = await signedInFixture({ service });
    const page = open(fixture, '/things', cookie);
    await fixture.pass(300);
    await page;
    void fixture.send('GET', address, { cookie: (await signIn?.(fixture)) ?? cookie });
    await fixture.pass(10);
    expect(fixture.seen.filter(({ url }) => url.includes('/things'))).toHaveLength(2);
  });

  it('keeps only as many late responses as memory allows: other pages make their own calls', async () => {
    const mebibyte = 1024 * 1024;
    const body = JSON.stringify(['a'.repeat(3 * mebibyte - 4)]);
    const waiting: (() => void)[] = [];
    const service = () =>
      new Promise<Response>((resolve) => waiting.push(() => resolve(new Response(body))));
    const { fixture, cookie } = await signedInFixture({ service: fakeService(service) });
    const openLate = async () => {
      const page = open(fixture, '/things', cookie);
      await fixture.pass(300);
      return (await page).own;
    };
    const finish = async () => {
      for (const answer of waiting.splice(0)) answer();
      await fixture.pass(10);
    };
    const call = async (own: Readonly<Record<string, string>>) => {
      fixture.seen.length = 0;
      const answered = fixture.send('GET', firstRows, { cookie, headers: own });
      await fixture.pass(10);
      await finish();
      expect(await (await answered).text()).toHaveLength(3 * mebibyte);
      return fixture.seen.length;
    };
    const pages = [];
    for (let page = 0; page < 5; page++) pages.push(await openLate());
    await finish();
    const asked = [];
    for (const own of pages) asked.push(await call(own));
    expect(asked).toEqual([0, 0, 0, 0, 1]);
    // Space is freed when a response is taken, or when nobody takes it in time.
    for (let page = 0; page < 4; page++) await openLate();
    await finish();
    await fixture.pass(28_000);
    const own = await openLate();
    await fixture.pass(2000);
    await finish();
    expect(await call(own)).toBe(0);
  });
});
