import { describe, expect, it } from 'vitest';

import { gatewayErrorCodes } from '#contract/session.ts';

import { describeError } from './describeError.ts';
import { ApiError, kindOfStatus, type ApiErrorFacts } from './errors.ts';

function words(status: number, facts: Partial<ApiErrorFacts> = {}) {
  const kind = kindOfStatus(status, facts.code);
  const given = { method: 'GET', route: '/api/things', requestId: 'r', serviceMessage: 'Words.' };
  return describeError(new ApiError({ kind, status, ...given, ...facts }), 'load the Things');
}

describe('the wording of an error', () => {
  it.each([400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504])(
    'from the service with status %i contains its message',
    (status) => expect(words(status).serviceMessage).toBe('Words.'),
  );

  it.each(gatewayErrorCodes)('from the gateway (%s) never quotes the service', (code) => {
    const { title, serviceMessage, advice } = words(502, { code });
    expect(serviceMessage).toBeUndefined();
    expect(`${title} ${advice}`).not.toMatch(/service (?:said|failed|refused|did not accept)/);
  });

  it('includes the gateway’s message in the advice', () => {
    const { title, advice } = words(502, { code: 'upstream_unreachable' });
    expect(title).toMatch(/: the gateway got no usable response from the service \(502\)\.$/);
    expect(advice).toMatch(/^Words\. Try again\./);
    const refused = words(403, { code: 'not_from_console' });
    expect(refused.title).toMatch(/: the gateway refused it \(403\)\.$/);
    expect(refused.advice).toMatch(/^Words\. Reload the page\./);
  });

  it.each([
    ['GET', 'Try again. If it keeps failing, give the request ID to the operators of the console.'],
    ['PUT', 'The change may or may not have been saved, so check before you send it again.'],
  ])('for a %s on which the gateway failed, does not blame the service', (method, advice) => {
    const title = 'Could not load the Things: the gateway failed (500).';
    expect(words(500, { code: 'internal', method })).toMatchObject({ title, advice });
    expect(words(503, { code: 'internal', method }).advice).toBe(`Words. ${advice}`);
    const unreadable = words(200, { kind: 'malformed', method });
    expect(unreadable.advice).toBe(advice.replace('of the console', 'of the service'));
  });

  it('S12: for records that were not read, says when to try again, or what to change', () => {
    expect(words(429, { code: 'records_limited', retryAfterMs: 2_000 })).toMatchObject({
      title: 'Could not load the Things: the gateway refused it (429).',
      advice: 'Words. Wait 2 s, then try again.',
    });
    expect(words(422, { code: 'records_limited' }).advice.trim()).toBe('Words.');
  });

  it('C1: says after too many attempts that nothing was done, and when to try again', () => {
    expect(words(429, { code: 'too_often', retryAfterMs: 9_000 })).toMatchObject({
      title:
        'Could not load the Things: too many attempts in the last minute, so the gateway did nothing (429).',
      advice: 'Words. Wait 9 s, then try again.',
    });
  });

  it('T12: for a sign-in that cannot be renewed yet, says how long to wait', () => {
    expect(words(503, { code: 'refresh_busy', retryAfterMs: 9_000 })).toMatchObject({
      title: 'Could not load the Things: your sign-in cannot be renewed yet.',
      advice: 'Wait 9 s, then try again.',
    });
  });

  it.each([
    [0, 'you are next'],
    [1, '1 person ahead of you, about a minute'],
    [4, '4 people ahead of you, about a minute'],
    [5, '5 people ahead of you, about 2 minutes'],
    [104, '104 people ahead of you, about 21 minutes'],
  ])('T12: for a sign-in with %d ahead in the queue, says so', (ahead, place) => {
    const { title } = words(503, { code: 'refresh_busy', retryAfterMs: 9_000, ahead });
    expect(title).toBe(`Could not load the Things: your sign-in is queued for renewal (${place}).`);
  });

  it('T23: for a session that ended in spite of renewals, says why, and what else to check', () => {
    const { title, advice } = words(401, { code: 'session_ended', wasUseless: true });
    expect(title).toMatch(/your session is over, because the service kept refusing it/);
    expect(advice).toMatch(/^Sign in again to continue\. .*check the customer ID/);
  });

  it('S8: for an unavailable store, names the store, and does not claim who is signed in', () => {
    const facts = { code: 'store_unavailable', retryAfterMs: 2_000 } as const;
    expect(words(503, facts)).toMatchObject({
      title:
        "Could not load the Things: the console's own database, not the service, is not responding.",
      advice: 'This does not sign you out. Wait 2 s, then try again.',
    });
    expect(words(503, { ...facts, method: 'PUT' }).title).toMatch(/, so nothing was changed\.$/);
    expect(words(503, { ...facts, method: 'DELETE', route: '/session' }).advice).toBe(
      'You may still be signed in. Wait 2 s, then try again.',
    );
    expect(words(503, { ...facts, method: 'POST', route: '/session' }).advice).toBe(
      'Wait 2 s, then try again.',
    );
  });

  it('T24: says that a write whose session was replaced was not completed', () => {
    expect(words(401, { code: 'session_replaced' }).advice).toMatch(/^It was not completed\./);
  });
});
