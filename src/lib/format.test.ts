import { expect, it } from 'vitest';

import { formatClock, formatClockSeconds, formatNumber, formatTime } from './format.ts';

/** Early in the day, when formats differ in a leading zero. */
const morning = new Date(2026, 10, 22, 6, 9, 5).getTime();

it('times on screen are formatted consistently, with and without seconds or date', () => {
  const clock = formatClock(morning);
  expect(formatClockSeconds(morning).replace(':05', '')).toBe(clock);
  expect(formatTime(morning).endsWith(clock)).toBe(true);
});

it('times on screen are unambiguous, whatever the browser’s language', () => {
  expect(formatTime(morning)).toBe('22 Nov 2026, 06:09');
  expect(formatClockSeconds(morning)).toBe('06:09:05');
  expect(formatNumber(1_234_567.5)).toBe('1,234,567.5');
});

it('times on screen show a number that is not a time unchanged', () => {
  expect([formatTime(12), formatTime(0)]).toEqual(['12', '—']);
});
