import { expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';

import { withFirstAnswers } from './firstAnswers.ts';

const rows = '/api/things?limit=26&offset=0';

function pageWith(...blocks: readonly string[]) {
  const page = document.implementation.createHTMLDocument();
  page.head.innerHTML = `<meta name="sim-console-first-answers" content='["/session","${rows.replace('&', '&amp;')}"]'>`;
  page.body.innerHTML = blocks.join('');
  const sent: string[] = [];
  const clock = manualClock();
  const fetch = withFirstAnswers(
    async (path) => {
      sent.push(path);
      return new Response('sent');
    },
    page,
    clock,
  );
  return { page, sent, clock, fetch };
}

const block = (address: string, answer: unknown): string =>
  `<script type="application/json" data-first-answer="${address.replace('&', '&amp;')}">${JSON.stringify(answer)}</script>\n`;

const answer = { status: 403, headers: { 'x-request-id': 'req_1' }, body: 'refused' };

it('responses that came with the page replace a call, once', async () => {
  const { fetch, sent } = pageWith(block('/session', answer), block(rows, answer));
  const response = await fetch(rows, {});
  expect([response.status, response.headers.get('x-request-id')]).toEqual([403, 'req_1']);
  expect(await response.text()).toBe('refused');
  expect(sent).toEqual([]);
  expect(await (await fetch(rows, {})).text()).toBe('sent');
  expect(await (await fetch('/session', { method: 'DELETE' })).text()).toBe('sent');
});

it('responses that came with the page have no body if none was sent', async () => {
  const { fetch } = pageWith(block('/session', { status: 204, headers: {}, body: '' }));
  expect((await fetch('/session', {})).status).toBe(204);
});

it('responses that came with the page are awaited until they are complete, while the page is still loading', async () => {
  const { page, fetch, sent } = pageWith();
  Object.defineProperty(page, 'readyState', { value: 'loading', configurable: true });
  let got: Response | undefined;
  const waiting = fetch(rows, {}).then((response) => (got = response));
  const script = page.createElement('script');
  script.type = 'application/json';
  script.dataset['firstAnswer'] = rows;
  script.append(JSON.stringify(answer).slice(0, 9));
  page.body.append(script);
  await Promise.resolve();
  expect(got).toBeUndefined();
  script.append(JSON.stringify(answer).slice(9));
  page.body.append('\n');
  expect((await waiting).status).toBe(403);
  expect(sent).toEqual([]);
});

it('responses that came with the page are requested from the service if the page ended without them, or did not announce them', async () => {
  const { fetch, sent } = pageWith();
  expect(await (await fetch(rows, {})).text()).toBe('sent');
  expect(await (await fetch('/api/things?limit=11&offset=0', {})).text()).toBe('sent');
  expect(sent).toHaveLength(2);
});

it('responses that came with the page are not used ten seconds later, or for a cancelled call', async () => {
  const { fetch, clock } = pageWith(block('/session', answer), block(rows, answer));
  await expect(fetch('/session', { signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow(
    'left',
  );
  await clock.advance(10_001);
  expect(await (await fetch(rows, {})).text()).toBe('sent');
});
