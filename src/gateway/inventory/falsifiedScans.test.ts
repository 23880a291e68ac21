import { describe, expect, it } from 'vitest';

import { fleetScan, fleetSummary } from '#contract/inventory.ts';
import { createFixture, fakeService } from '#testing/fixtures/gatewayFixture.ts';

import { scanPage } from './scanPage.ts';

const sims = 120;
const iccidAt = (at: number) => `8988228${String(at).padStart(12, '0')}`;
const page = (offset: number) => `/api/things?sortBy[ThingName]=ASC&limit=50&offset=${offset}`;
const whole = [0, 49, 98].map(page);

const listOf = (iccids: readonly (string | undefined)[], init?: ResponseInit) =>
  Response.json(
    iccids.map((ExternalUniqueId) => ({ ExternalUniqueId })),
    init,
  );

/** A service with 120 SIMs, a user who has read them all, and a signed-in colleague. */
async function open(pageCap = 50) {
  let listed = Array.from({ length: sims }, (_, at) => iccidAt(at));
  let answer: ((iccids: readonly string[]) => Response) | undefined;
  let held = Promise.resolve();
  const service = fakeService(async ({ url }) => {
    await held;
    const query = new URL(url).searchParams;
    const offset = Number(query.get('offset') ?? 0);
    const limit = Math.min(Number(query.get('limit') ?? 10), pageCap);
    const found = listed.filter((iccid) =>
      iccid.includes(query.get('filterBy[ExternalUniqueId]') ?? ''),
    );
    const iccids = found.slice(offset, offset + limit);
    return answer?.(iccids) ?? listOf(iccids);
  });
  const fixture = await createFixture({ service });
  const anna = await fixture.signIn('anna');
  const mallory = await fixture.signIn('mallory');
  const pass = async (cookie: string, ...paths: readonly string[]) => {
    for (const path of paths) {
      await fixture.pass(1000);
      const method = path.startsWith('HEAD ') ? 'HEAD' : 'GET';
      await fixture.send(method, path.replace('HEAD ', ''), { cookie });
    }
    await fixture.pass(1000);
  };
  const begin = async (cookie: string) =>
    fleetScan.parse(
      await (await fixture.send('POST', '/records/fleet/readings', { cookie })).json(),
    );
  const end = async (cookie: string, id: string, things = 1) => {
    const path = `/records/fleet/readings/${id}`;
    const sent = fixture.send('PUT', path, { cookie, body: { state: 'complete', things } });
    return fleetScan.parse(await (await fixture.passUntil(sent)).json());
  };
  const notFound = async () => {
    const answered = await fixture.send('GET', '/records/fleet', { cookie: anna });
    const { checks } = fleetSummary.parse(await answered.json());
    return checks.find(({ check }) => check === 'not-found')?.count;
  };
  const change = (iccids: readonly string[]) => (listed = [...iccids]);
  const answerWith = (given: typeof answer) => (answer = given);
  /** Holds the service's responses until the returned function is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  await pass(anna, ...whole);
  await pass(mallory, page(0));
  return { anna, mallory, fixture, pass, begin, end, notFound, change, answerWith, hold };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** How mallory's scan ends if this happens during the scan. */
async function scanned(act: (on: Opened) => Promise<unknown>, { things = 1, pageCap = 50 } = {}) {
  const on = await open(pageCap);
  const { id } = await on.begin(on.mallory);
  await act(on);
  return { ...(await on.end(on.mallory, id, things)), notFound: await on.notFound() };
}

describe('F4: a scan’s completeness depends on the list pages seen, not on what the browser reports', () => {
  it('is complete with every page, even if pages are requested twice and in any order', async () => {
    const scan = await scanned(({ mallory, pass }) =>
      pass(mallory, page(98), page(0), page(0), page(147), page(49)),
    );
    expect(scan).toMatchObject({ state: 'complete', things: sims, notFound: 0 });
  });

  it.each<readonly [string, readonly string[]]>([
    ['nothing', []],
    ['one SIM', ['/api/things?filterBy[ExternalUniqueId]=000000000001&limit=50']],
    ['a filter everywhere', whole.map((path) => `${path}&filterBy[ExternalUniqueId]=00000000001`)],
    ['an empty filter in all pages', whole.map((path) => `${path}&filterBy[IMEI]=`)],
    ['an empty state in all pages', whole.map((path) => `${path}&State=`)],
    ['a doubled parameter', whole.map((path) => `${path}&offset=0`)],
    ['another order', whole.map((path) => path.replace('ASC', 'DESC'))],
    ['no order', whole.map((path) => path.replace('sortBy[ThingName]=ASC&', ''))],
    ['other limits', [10, 1].map((limit) => page(0).replace('limit=50', `limit=${limit}`))],
    ['limits spelled differently', whole.map((path) => path.replace('limit=50', 'limit=5e1'))],
    ['offsets spelled differently', whole.map((path) => path.replace('offset=', 'offset=0'))],
    ['offsets that are not whole numbers', whole.map((path) => `${path}.0`)],
    ['a gap', [page(0), page(98)]],
    ['no first page', [page(49), page(98)]],
    ['no last page', [page(0), page(49)]],
    ['only pages beyond the end', [page(147), page(4900)]],
    ['pages between those of a scan', [page(0), page(50), page(100)]],
    ['heads of pages', whole.map((path) => `HEAD ${path}`)],
  ])('is partial with %s', async (_, paths) => {
    const scan = await scanned(({ mallory, pass }) => pass(mallory, ...paths));
    expect(scan).toMatchObject({ state: 'partial', notFound: 0 });
  });

  it('is partial if pages are another user’s, or from before it started', async () => {
    const { anna, mallory, pass, begin, end } = await open();
    await pass(mallory, ...whole);
    const { id } = await begin(mallory);
    await pass(anna, ...whole);
    expect(await end(mallory, id)).toMatchObject({ state: 'partial', things: 0 });
  });

  it('is partial if the list changed midway, even if a page is requested again until it fits', async () => {
    const { mallory, pass, begin, end, change } = await open();
    const { id } = await begin(mallory);
    await pass(mallory, page(0), page(49));
    change(Array.from({ length: sims - 3 }, (__, at) => iccidAt(at + 3)));
    await pass(mallory, page(98));
    expect(await end(mallory, id)).toMatchObject({ state: 'partial' });

    const again = await begin(mallory);
    await pass(mallory, ...whole);
    change(Array.from({ length: sims - 6 }, (__, at) => iccidAt(at + 6)));
    await pass(mallory, ...whole);
    expect(await end(mallory, again.id)).toMatchObject({ state: 'partial' });
  });

  it('is partial if the service ends its pages early', async () => {
    const scan = await scanned(({ mallory, pass }) => pass(mallory, ...whole), { pageCap: 20 });
    expect(scan).toMatchObject({ state: 'partial' });
  });

  it.each<readonly [string, (iccids: readonly string[]) => Response]>([
    ['is not a list', () => Response.json({ things: [] })],
    ['is a refusal', () => Response.json([], { status: 500 })],
    ['is only a part', (iccids) => listOf(iccids, { status: 206 })],
    [
      'has a row without an ICCID',
      (iccids) => Response.json(iccids.map((id, at) => (at === 3 ? {} : { ExternalUniqueId: id }))),
    ],
    ['has a row twice', (iccids) => listOf([...iccids.slice(1), iccids[5]])],
  ])('is partial if a response %s', async (_, answer) => {
    const scan = await scanned(async ({ mallory, pass, answerWith }) => {
      await pass(mallory, page(0), page(98));
      answerWith(answer);
      await pass(mallory, page(49));
    });
    expect(scan).toMatchObject({ state: 'partial' });
  });

  it('is partial if a response repeats a row in place of a row that is listed elsewhere', async () => {
    const scan = await scanned(async ({ mallory, pass, answerWith }) => {
      await pass(mallory, page(0), page(98));
      answerWith((iccids) => listOf(iccids.with(3, iccids[5] ?? '')));
      await pass(mallory, page(49));
      answerWith(undefined);
      await pass(mallory, `/api/things?filterBy[ExternalUniqueId]=${iccidAt(52)}&limit=50`);
    });
    expect(scan).toMatchObject({ state: 'partial', things: sims });
  });

  it('is partial if a page has a row from another page in place of one of its own', async () => {
    const scan = await scanned(async ({ mallory, pass, answerWith }) => {
      await pass(mallory, page(0), page(98));
      answerWith((iccids) => listOf(iccids.with(3, iccidAt(5))));
      await pass(mallory, page(49));
    });
    expect(scan).toMatchObject({ state: 'partial', things: sims - 1, notFound: 0 });
  });

  it('is partial if a page was requested before the scan started and received afterwards', async () => {
    const { mallory, fixture, pass, begin, end, hold } = await open();
    const release = hold();
    const early = fixture.send('GET', page(0), { cookie: mallory });
    await fixture.pass(1000);
    const { id } = await begin(mallory);
    await fixture.pass(1000);
    release();
    await early;
    await pass(mallory, page(49), page(98));
    expect(await end(mallory, id)).toMatchObject({ state: 'partial' });
  });

  it('is complete if a page is requested again after its response was not a list', async () => {
    const scan = await scanned(async ({ mallory, pass, answerWith }) => {
      answerWith(() => Response.json({ message: 'Busy' }));
      await pass(mallory, page(0));
      answerWith(undefined);
      await pass(mallory, ...whole);
    });
    expect(scan).toMatchObject({ state: 'complete', things: sims });
  });

  it('stores nothing from a refused request', async () => {
    const { anna, fixture, pass, change, answerWith } = await open();
    change(['8988228999999999999']);
    answerWith((iccids) => listOf(iccids, { status: 403 }));
    await pass(anna, page(0));
    const answered = await fixture.send('GET', '/records/fleet', { cookie: anna });
    expect(await answered.json()).toMatchObject({ sims });
  });
});

describe('scans that one user starts', () => {
  it.each([
    ['POST', '/records/fleet/readings', 201],
    ['PUT', '/records/fleet/readings/other', 404],
  ])('are refused above a per-minute limit, without affecting other users: %s', async (...call) => {
    const [method, path, accepted] = call;
    const { mallory, anna, fixture } = await open();
    const send = (cookie: string) =>
      fixture.send(method, path, { cookie, body: { state: 'complete', things: 0 } });
    const answers: Response[] = [];
    for (let count = 0; count < 11; count++) answers.push(await send(mallory));
    const expected = [...Array.from({ length: 10 }, () => accepted), 429];
    expect(answers.map(({ status }) => status)).toEqual(expected);
    expect(answers.at(-1)?.headers.get('retry-after')).toBe('60');
    expect((await send(anna)).status).toBe(accepted);
    await fixture.pass(60_000);
    expect((await send(mallory)).status).toBe(accepted);
  });

  it('run one at a time, and leave no rows if no page was listed', async () => {
    const { mallory, anna, fixture, pass, begin, end } = await open();
    const others = await begin(anna);
    const first = await begin(mallory);
    await pass(mallory, page(0));
    for (let count = 0; count < 20; count++) {
      await fixture.pass(10_000);
      await begin(mallory);
    }
    const customer = (await fixture.store.fleetRecords.contents())[0];
    // The other user's scan, the scan with a page, and the newest scan.
    expect(customer?.scans).toBe(3);
    expect(await end(mallory, first.id)).toMatchObject({ state: 'stopped' });
    await pass(anna, ...whole);
    expect(await end(anna, others.id)).toMatchObject({ state: 'complete' });
  });
});

it.each<readonly [string, number | undefined]>([
  ['0', 0],
  ['49', 1],
  ['4900', 100],
  ['50', undefined],
  ['-49', undefined],
  ['', undefined],
  ['9999999999', undefined],
])('the page of a scan that a call requests is for the offset %j: %s', (offset, expected) => {
  const query = new URL(page(0), 'http://here').searchParams;
  query.set('offset', offset);
  expect(scanPage(query)).toBe(expected);
});
