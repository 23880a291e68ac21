import * as z from 'zod/mini';

import { type Bench, createBench, fakeService } from '../testBench.ts';

/** What a browser says when somebody opens a page. */
export const opened = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };

const answerSchema = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});

/** Opens a page, and reads the answers in it. */
export async function open(bench: Bench, path: string, cookie: string, headers: object = {}) {
  bench.seen.length = 0;
  const response = await bench.send('GET', path, {
    bare: true,
    cookie,
    headers: { ...opened, ...headers },
  });
  const html = await response.text();
  const blocks = html.matchAll(/data-first-answer="([^"]*)">([^<]*)<\/script>\n/g);
  const answers = new Map<string, z.infer<typeof answerSchema>>();
  for (const [, name = '', json = ''] of blocks)
    answers.set(name.replaceAll('&amp;', '&'), answerSchema.parse(JSON.parse(json)));
  const pageId = /name="sim-console-first-page" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const own = { 'x-sim-first-page': pageId };
  return { response, html, answers, own, asked: bench.seen.map(({ url }) => new URL(url).search) };
}

/** The first call of the list at its plain address. */
export const firstRows = '/api/things?limit=26&offset=0';

/** A page whose rows came too late; `finish` lets the service answer what it was asked last. */
export async function lateRows(pair: Readonly<Record<string, unknown>> = {}) {
  let finish = () => {};
  let row = 0;
  const answer = () =>
    new Promise<Response>((resolve) => {
      row++;
      const body = [{ ExternalUniqueId: '1', ThingName: `row ${row}` }];
      finish = () => resolve(Response.json(body));
    });
  const bench = await createBench({ service: fakeService(answer, pair) });
  const cookie = await bench.signIn();
  if ('customer_id' in pair) {
    await bench.send('PUT', '/session/customer', { cookie, body: { customerId: 'cid_one' } });
  }
  const page = open(bench, '/things', cookie);
  await bench.pass(300);
  return { bench, cookie, own: (await page).own, finish: () => finish() };
}
