import { describe, expect, it } from 'vitest';

import type { MoreRows } from '#api/things.ts';
import { formatClock } from '#lib/format.ts';

import type { ThingsPageData } from '../thingsQueries.ts';
import { knownEnd, pageFacts } from './listEnd.ts';
import { rowsInWords } from './ThingsPager.tsx';
import { mayPrefetch } from './useThingsList.ts';

/** A page of unreadable records. They still count as rows. */
const page = (offset: number, rows: number, more: MoreRows): ThingsPageData => ({
  things: [],
  unreadable: rows,
  more,
  edges: [undefined, undefined],
  offset,
  readAt: 0,
  requestId: 'req_1',
});

describe('the end of a list without totals', () => {
  it('is unknown until it has been seen', () => {
    expect(knownEnd([])).toBeUndefined();
    expect(knownEnd([page(0, 25, 'yes'), page(25, 25, 'yes')])).toBeUndefined();
    expect(knownEnd([page(0, 50, 'maybe')])).toBeUndefined();
  });

  it('is the last row of a page that has no next page', () => {
    expect(knownEnd([page(0, 50, 'maybe'), page(100, 32, 'no')])).toBe(132);
    expect(knownEnd([page(0, 0, 'no')])).toBeUndefined();
  });

  it('is known if an empty page follows a full one, and unknown if pages in between are missing', () => {
    expect(knownEnd([page(50, 0, 'no'), page(0, 50, 'maybe')])).toBe(50);
    expect(knownEnd([page(900, 0, 'no'), page(0, 50, 'maybe')])).toBeUndefined();
  });

  it('is the one that was seen last', () => {
    expect(knownEnd([page(100, 30, 'no'), page(100, 32, 'no')])).toBe(130);
  });
});

describe('the text about a page', () => {
  it('includes the end only if it is consistent with the page', () => {
    expect(pageFacts(page(100, 32, 'no'), undefined, 132).end).toBe(132);
    expect(pageFacts(page(100, 33, 'no'), undefined, 132).end).toBeUndefined();
    expect(pageFacts(page(100, 50, 'yes'), undefined, 132).end).toBeUndefined();
    expect(pageFacts(page(50, 50, 'maybe'), undefined, 132)).toEqual({
      range: [51, 100],
      more: 'maybe',
      end: 132,
    });
  });

  it('says when the end was seen, if that was at a different time', () => {
    const at = (readAt: number) => ({ ...page(50, 50, 'maybe'), readAt });
    const seenAt = Date.UTC(2026, 10, 21, 9);
    expect(pageFacts(at(seenAt + 59_000), undefined, 132, seenAt)).not.toHaveProperty('endSeenAt');
    const facts = pageFacts(at(seenAt + 61_000), undefined, 132, seenAt);
    expect(facts).toMatchObject({ end: 132, endSeenAt: seenAt });
    expect(pageFacts(at(seenAt + 61_000), undefined, 99, seenAt)).not.toHaveProperty('endSeenAt');
    expect(rowsInWords(facts)).toBe(`Rows 51–100 of 132, as counted at ${formatClock(seenAt)}`);
  });

  it('becomes certain with the prefetched next page', () => {
    const full = page(0, 50, 'maybe');
    expect(pageFacts(full, page(50, 1, 'no'), undefined).more).toBe('yes');
    expect(pageFacts(full, page(50, 0, 'no'), 50)).toEqual({ range: [1, 50], more: 'no', end: 50 });
  });

  it('has no range if the page is empty', () => {
    expect(pageFacts(page(0, 0, 'no'), undefined, undefined).range).toBeUndefined();
  });
});

const visible = { isHidden: false, savesData: false };

describe('prefetching the next page', () => {
  it('is allowed while no limit is known, or enough calls are left', () => {
    expect(mayPrefetch({}, visible, 0)).toBe(true);
    expect(mayPrefetch({ remaining: 3 }, visible, 0)).toBe(true);
    expect(mayPrefetch({ remaining: 40, blockedUntil: 999 }, visible, 1_000)).toBe(true);
  });

  it.each([
    ['few calls are left', { remaining: 2 }, visible],
    ['no call is left', { remaining: 0 }, visible],
    ['the service has blocked the route', { blockedUntil: 1_001 }, visible],
    ['the page is hidden', {}, { ...visible, isHidden: true }],
    ['the browser asks to save data', {}, { ...visible, savesData: true }],
  ])('is not allowed when %s', (_why, budget, hints) => {
    expect(mayPrefetch(budget, hints, 1_000)).toBe(false);
  });
});
