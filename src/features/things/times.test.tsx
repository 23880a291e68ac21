import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { ThingRecord } from '#api/things.ts';
import { formatTime } from '#lib/format.ts';
import { SignedInPage } from '#testing/fixtures/SignedInPage.tsx';
import { StillThingsTable } from '#testing/fixtures/StillThingsTable.tsx';

import { ThingSections } from './detail/ThingSections.tsx';

const modified = Date.UTC(2026, 5, 1, 8, 30);
const utc = '2026-06-01T08:30:00.000Z';
const thing: ThingRecord = {
  ExternalUniqueId: '89490100000010485908',
  DateModified: modified,
  DateCreated: 1_700_000_000,
  raw: {},
};

function expectLocalWithUtc(time: HTMLElement) {
  expect(time).toHaveTextContent(formatTime(modified));
  expect(time).toHaveAttribute('dateTime', utc);
  expect(time).toHaveAttribute('title', utc);
}

describe('a time is local, with UTC on hover', () => {
  it('in the table, where focus reveals it too', () => {
    render(<StillThingsTable things={[thing]} isShown={({ id }) => id.startsWith('Date')} />);
    const [time, ...others] = within(screen.getByRole('table')).getAllByRole('time');
    expect(others).toEqual([]);
    if (!time) throw new Error('The table shows no time');
    expectLocalWithUtc(time);
    expect(time).toHaveAttribute('datetime', utc);
    expect(time).toHaveAttribute('tabIndex');
  });

  it('in the view of one Thing', () => {
    render(
      <SignedInPage>
        <ThingSections thing={thing} />
      </SignedInPage>,
    );
    const dates = screen.getByRole('region', { name: 'Dates' });
    const [time, ...others] = within(dates).getAllByRole('time');
    expect(others).toEqual([]);
    if (!time) throw new Error('The view shows no time');
    expectLocalWithUtc(time);
    // Seconds instead of milliseconds (API document 2) are shown unchanged.
    expect(dates).toHaveTextContent('1700000000');
  });
});
