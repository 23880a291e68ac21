import { afterEach, describe, expect, it, vi } from 'vitest';

import { retryAfterMs, retryAfterWithoutDate } from './retryAfter.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const answer = (headers: Record<string, string>) => new Headers(headers);

it.each([
  ['seconds', { 'retry-after': '7' }, undefined, 7_000],
  ['seconds with blanks', { 'retry-after': ' 7 ' }, undefined, 7_000],
  ['an IMF date', { 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }, undefined, 30_000],
  ['an RFC 850 date', { 'retry-after': 'Saturday, 21-Nov-26 12:00:30 GMT' }, undefined, 30_000],
  ['an asctime date', { 'retry-after': 'Sat Nov 21 12:00:30 2026' }, undefined, 30_000],
  [
    'a date relative to the Date header, not to our clock',
    { 'retry-after': 'Sat, 21 Nov 2026 18:00:09 GMT', date: 'Sat, 21 Nov 2026 18:00:00 GMT' },
    undefined,
    9_000,
  ],
  ['a date in the past', { 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, undefined, 60_000],
  ['no header', {}, undefined, 60_000],
  ['no header, seconds in the message', {}, 'Too many. Retry in 12 seconds.', 12_000],
  ['no header, another time in the message', {}, 'Limit of 5 per 60 s. Retry in 12 s.', 12_000],
  ['no header, another time after it', {}, 'Retry in 12 s. After 60 s the limit is reset.', 12_000],
  ['no header, the time before it', {}, 'Rejected after 3 s. Wait 40 s.', 40_000],
  ['no header, too many digits in the message', {}, 'Retry in 1234567 s', 60_000],
  ['no header, a message about something else', {}, 'Limit of 5 exceeded', 60_000],
  ['garbage', { 'retry-after': 'soon' }, undefined, 60_000],
  ['garbage that looks like a date', { 'retry-after': 'soon, 2099' }, undefined, 60_000],
  ['a negative number', { 'retry-after': '-3' }, undefined, 60_000],
  ['zero', { 'retry-after': '0' }, undefined, 60_000],
  ['1e9', { 'retry-after': '1000000000' }, undefined, 60_000],
  ['more than twenty minutes', { 'retry-after': '9999' }, undefined, 1_200_000],
  ['two days', { 'retry-after': '172800' }, undefined, 1_200_000],
])('R5, R6: the wait that a response asks for, from %s', (_, headers, message, expected) => {
  expect(retryAfterMs(answer(headers), message, now)).toBe(expected);
});

describe('R5: a date is read as GMT in any time zone', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each(['UTC', 'America/New_York', 'Asia/Kolkata'])('asctime in %s', (zone) => {
    vi.stubEnv('TZ', zone);
    const oneDigitDay = { 'retry-after': 'Sat Nov  7 12:00:30 2026' };
    expect(retryAfterMs(answer(oneDigitDay), undefined, Date.UTC(2026, 10, 7, 12))).toBe(30_000);
    const dated = { ...oneDigitDay, date: 'Sat Nov  7 12:00:21 2026' };
    expect(retryAfterMs(answer(dated), undefined, now)).toBe(9_000);
  });
});

const date = 'Sat, 21 Nov 2026 18:00:00 GMT';
it.each([
  ['a date counts from the Date', { 'retry-after': 'Sat, 21 Nov 2026 18:00:09 GMT', date }, '9'],
  ['a distant date is 20 minutes', { 'retry-after': 'Sun, 21 Nov 2027 18:00:00 GMT' }, '1200'],
  ['a date that has passed is a minute', { 'retry-after': date, date }, '60'],
  ['seconds stay', { 'retry-after': '7', date }, '7'],
  ['garbage stays', { 'retry-after': 'soon' }, 'soon'],
  ['no header stays absent', { date }, null],
])('R5: Retry-After forwarded without the response’s Date: %s', (_, headers, expected) => {
  expect(retryAfterWithoutDate(answer(headers), now)).toBe(expected);
});
