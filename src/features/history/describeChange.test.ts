import { expect, it } from 'vitest';

import type { GroupValues } from '#api/groupFields.ts';
import type { GroupChange } from '#api/history.ts';
import { groupChange } from '#testing/fixtures/groupChange.ts';

import { describeChange } from './describeChange.ts';

const at = (hours: number, minutes: number, day = 22) =>
  new Date(2026, 10, day, hours, minutes).getTime();

const unlocked: GroupValues = { ThingsGroupName: 'Vans', LockMasterImei: false, IMEIPrefix: '' };
const locked: GroupValues = { ...unlocked, LockMasterImei: true, IMEIPrefix: '35208115' };

const change = groupChange({ at: at(10, 12), before: unlocked, after: locked });

function words(given: Partial<GroupChange>): string {
  const { label, words: rest } = describeChange({ ...change, ...given });
  // Some locales add AM and PM.
  return `${label}${rest}`.replaceAll(/\s[AP]M\b/g, '');
}

const check = (result: 'confirmed' | 'different' | 'not-confirmable', seen = locked) => ({
  check: { result, at: at(10, 15), seen },
});

const unanswered = { outcome: 'unknown', status: null } as const;
const notSeen = { outcome: 'not-seen', status: null } as const;

it.each<[Partial<GroupChange>, string]>([
  [check('confirmed'), 'Saved, confirmed by the list read at 10:15'],
  [check('different', unlocked), 'Saved, but the list read at 10:15 shows Unlocked, no prefix'],
  [
    check('different', { ...locked, ThingsGroupName: 'Lorries' }),
    'Saved, but the list read at 10:15 shows Name Lorries',
  ],
  [check('not-confirmable', {}), 'Saved; the list read at 10:15 cannot confirm it'],
  [{}, 'Saved, not yet seen in a list'],
  [
    { outcome: 'refused', status: 409, message: 'Read state, adjust, retry.' },
    'Refused (409): Read state, adjust, retry.',
  ],
  [{ outcome: 'refused', status: 403 }, 'Refused (403)'],
  [
    { outcome: 'saved', status: null, ...check('confirmed') },
    'Saved, seen in the list read at 10:15; the response was lost',
  ],
  [
    { outcome: 'saved', status: 502, ...check('confirmed') },
    'Saved, seen in the list read at 10:15; the response (502) did not say whether it was saved',
  ],
  [
    { ...notSeen, ...check('different', unlocked) },
    'Not seen in the list read at 10:15, which shows the group as it was before; the response was lost',
  ],
  [
    { ...notSeen, status: 408, ...check('different', { ...locked, IMEIPrefix: '35693803' }) },
    'Not seen in the list read at 10:15, which shows Locked 35693803; the response (408) did not say whether it was saved',
  ],
  [{ ...unanswered }, 'Unknown: no response arrived, and the group has not been listed since'],
  [
    { ...unanswered, status: 502, ...check('not-confirmable', {}) },
    'Unknown: the response (502) does not say whether it was saved; the list read at 10:15 cannot confirm it',
  ],
  [{ ...unanswered, isUnderWay: true }, 'Sent, waiting for the response'],
  [{ outcome: 'not-sent', message: 'Cancelled.' }, 'Not sent: Cancelled.'],
  [
    { outcome: 'elsewhere', username: null, at: at(11, 15), since: at(10, 2) },
    'Changed outside this console between 10:02 and 11:15',
  ],
  [
    { outcome: 'elsewhere', username: null, at: at(11, 15) + 9_000, since: at(11, 15) },
    'Changed outside this console at about 11:15',
  ],
])('the outcome of a change, in words %o', (given, expected) => {
  expect(words(given)).toBe(expected);
});

it('the outcome of a change, in words includes the date if it was on another day', () => {
  expect(words({ outcome: 'elsewhere', at: at(11, 15), since: at(10, 2, 20) })).toMatch(
    /between .*20.*10:02 and 11:15$/,
  );
});
