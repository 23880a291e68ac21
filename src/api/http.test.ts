import { describe, expect, it } from 'vitest';

import { gatewayErrorHeader } from '#contract/session.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { testHttp } from '#testing/fixtures/testHttp.ts';

import { errorFacts } from './errorAnswer.ts';
import { ApiError } from './errors.ts';
import type { PathFetch } from './http.ts';

const request = { method: 'GET', route: '/api/things' } as const;

async function failure(fetch: PathFetch, signal?: AbortSignal): Promise<ApiError> {
  const error: unknown = await testHttp(fetch)
    .send({ ...request, signal })
    .then(() => undefined)
    .catch((caught: unknown) => caught);
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError', { cause: error });
  return error;
}

it('a request carries accept, a request id, the query and JSON', async () => {
  const seen: Request[] = [];
  const http = testHttp(async (path, init) => {
    seen.push(new Request(`http://here${path}`, init));
    return new Response('ok', { headers: { 'x-request-id': 'service-id' } });
  });
  const answer = await http.send({
    method: 'PUT',
    route: '/api/thingsgroup/{ThingsGroupId}',
    path: '/api/thingsgroup/g%2F1',
    query: new URLSearchParams({ 'filterBy[IMEI]': '35' }),
    body: { a: 1 },
    background: true,
  });
  expect(answer).toEqual({ status: 200, text: 'ok', requestId: 'service-id' });
  const [sent] = seen;
  expect(sent?.url).toBe('http://here/api/thingsgroup/g%2F1?filterBy%5BIMEI%5D=35');
  expect(Object.fromEntries(sent?.headers ?? [])).toMatchObject({
    accept: 'application/json',
    'content-type': 'application/json',
    'x-request-id': 'sent-id',
    'x-sim-background': '1',
  });
  expect(await sent?.text()).toBe('{"a":1}');
});

describe('a failure', () => {
  it.each([
    [400, 'invalid'],
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [409, 'conflict'],
    [413, 'invalid'],
    [422, 'invalid'],
    [429, 'rateLimited'],
    [500, 'server'],
    [503, 'server'],
    [599, 'server'],
  ] as const)('with status %i is %s, whatever the body says', async (status, kind) => {
    const body = { status_code: 200, message: 'Words', request_id: 'body-id' };
    expect(await failure(async () => Response.json(body, { status }))).toMatchObject({
      ...request,
      kind,
      status,
      serviceMessage: 'Words',
      requestId: 'body-id',
    });
  });

  it('has the request id from the header, or the one that was sent', async () => {
    const headers = { 'x-request-id': 'header-id' };
    const withHeader = await failure(async () => new Response('', { status: 500, headers }));
    expect(withHeader.requestId).toBe('header-id');
    const without = await failure(async () => new Response('', { status: 500 }));
    expect(without.requestId).toBe('sent-id');
  });

  it('T12: from a gateway that cannot refresh yet counts as a rate limit', async () => {
    const error = await failure(async () =>
      Response.json(
        { code: 'refresh_busy' },
        { status: 503, headers: { 'retry-after': '9', 'x-sim-gateway-error': '1' } },
      ),
    );
    expect(error).toMatchObject({ kind: 'rateLimited', retryAfterMs: 9_000 });
  });

  it('T12: has the place in the queue only if the gateway reported it', async () => {
    const busy = { code: 'refresh_busy', ahead: 7 };
    const answer = (body: unknown, mark: string) =>
      failure(async () => Response.json(body, { status: 503, headers: { [mark]: '1' } }));
    expect((await answer(busy, 'x-sim-gateway-error')).ahead).toBe(7);
    expect((await answer(busy, 'x-other')).ahead).toBe(undefined);
    const odd = { code: 'refresh_busy', ahead: '7' };
    expect((await answer(odd, 'x-sim-gateway-error')).ahead).toBe(undefined);
  });

  it('T6b: ends the session only with the gateway’s code session_ended, never with a bare 401', async () => {
    const bare = await failure(async () => Response.json({ message: 'No' }, { status: 401 }));
    expect(bare.endsSession).toBe(false);
    const headers = { 'x-sim-gateway-error': '1' };
    const coded = await failure(async () =>
      Response.json({ code: 'session_ended' }, { status: 401, headers }),
    );
    expect(coded.endsSession).toBe(true);
  });

  it.each([
    ['session_ended', 401, 'unauthenticated'],
    ['refresh_busy', 503, 'server'],
  ] as const)(
    'with the code %s from the service is not a gateway error',
    async (code, status, kind) => {
      const error = await failure(async () => Response.json({ code }, { status }));
      expect(error).toMatchObject({ kind, code: undefined, endsSession: false });
    },
  );

  it('R3: from the gateway alone leaves the service’s budget unchanged', async () => {
    const answers: Record<string, string>[] = [{ 'x-sim-gateway-error': '1' }, {}];
    const http = testHttp(async () =>
      Response.json({ code: 'too_often' }, { status: 429, headers: answers.shift() ?? {} }),
    );
    const { method, route } = request;
    const budgetAfter = async () => {
      await expect(http.send(request)).rejects.toMatchObject({ kind: 'rateLimited', status: 429 });
      return http.budget(method, route);
    };
    expect(await budgetAfter()).toEqual({});
    expect(await budgetAfter()).toMatchObject({ remaining: 0, blockedBy: 'sent-id' });
  });

  it('R3: reports a spent budget if the service said so, and no longer than the window lasts', async () => {
    const clock = manualClock();
    const answers = [new Response('[]', { headers: { 'x-ratelimit-remaining': '0' } })];
    const http = testHttp(async () => answers.pop() ?? new Response('', { status: 503 }), {
      clock,
    });
    await http.send(request);
    await expect(http.send(request)).rejects.toMatchObject({ budgetSpent: true });
    await clock.advance(60_000);
    await expect(http.send(request)).rejects.toMatchObject({ budgetSpent: false });
  });

  it('without a response is a network failure without a status', async () => {
    const error = await failure(async () => Promise.reject(new TypeError('fetch failed')));
    expect(error).toMatchObject({ kind: 'network', status: undefined, requestId: 'sent-id' });
  });

  it('from a response that breaks off is also a network failure', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('[{'));
        controller.error(new TypeError('terminated'));
      },
    });
    expect(await failure(async () => new Response(body))).toMatchObject({ kind: 'network' });
  });

  it('R10: caused by cancelling the request is distinguished', async () => {
    const abort = new AbortController();
    const error = await failure(async (_path, init) => {
      abort.abort();
      init.signal?.throwIfAborted();
      return new Response('');
    }, abort.signal);
    expect(error.kind).toBe('aborted');
  });
});

it('V7: an error has a code only if it is one of the gateway’s', () => {
  const codeOf = (code: string, headers: Record<string, string> = { [gatewayErrorHeader]: '1' }) =>
    errorFacts(
      { method: 'GET', route: '/things' },
      { status: 401, headers: new Headers(headers), text: JSON.stringify({ code }) },
      { sentId: 'sent-1', now: 0 },
    ).code;
  expect(codeOf('session_ended')).toBe('session_ended');
  expect(codeOf('E42')).toBeUndefined();
  expect(codeOf('session_ended', {})).toBeUndefined();
});
