import { describe, expect, it } from 'vitest';

import { retryAfterMs } from './retryAfter.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const answer = (headers: Record<string, string>) => new Headers(headers);

describe('R5, R6: how long an answer asks to wait', () => {
  it.each([
    ['seconds', { 'retry-after': '7' }, undefined, 7_000],
    ['seconds with blanks', { 'retry-after': ' 7 ' }, undefined, 7_000],
    ['an IMF date', { 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }, undefined, 30_000],
    ['an RFC 850 date', { 'retry-after': 'Saturday, 21-Nov-26 12:00:30 GMT' }, undefined, 30_000],
    ['an asctime date', { 'retry-after': 'Sat Nov 21 12:00:30 2026 GMT' }, undefined, 30_000],
    [
      'a date relative to the Date header, not to our clock',
      { 'retry-after': 'Sat, 21 Nov 2026 18:00:09 GMT', date: 'Sat, 21 Nov 2026 18:00:00 GMT' },
      undefined,
      9_000,
    ],
    ['a date in the past', { 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, undefined, 60_000],
    ['no header', {}, undefined, 60_000],
    ['no header, seconds in the message', {}, 'Too many. Retry in 12 seconds.', 12_000],
    ['no header, a message about something else', {}, 'Limit of 5 exceeded', 60_000],
    ['garbage', { 'retry-after': 'soon' }, undefined, 60_000],
    ['a negative number', { 'retry-after': '-3' }, undefined, 60_000],
    ['zero', { 'retry-after': '0' }, undefined, 60_000],
    ['1e9', { 'retry-after': '1000000000' }, undefined, 60_000],
    ['more than twenty minutes', { 'retry-after': '9999' }, undefined, 1_200_000],
  ])('reads %s', (_name, headers, message, expected) => {
    expect(retryAfterMs(answer(headers), message, now)).toBe(expected);
  });
});
