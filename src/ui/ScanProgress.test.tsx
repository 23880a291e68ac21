import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';

import { ScanProgress } from './ScanProgress.tsx';

it('announces a scan’s progress every ten seconds, not for each page', async () => {
  const clock = manualClock();
  const at = (rows: number) => (
    <ScanProgress
      label="Reading"
      soFar={`${rows} rows so far`}
      announcement={`Reading: ${rows} rows`}
      pages={rows / 50}
      cancelLabel="Cancel export"
      onCancel={() => undefined}
      clock={clock}
    />
  );
  const { rerender } = render(at(50));
  const announced = screen.getByRole('status');
  rerender(at(500));
  await act(() => clock.advance(9_900));
  expect(announced).toHaveTextContent('');
  await act(() => clock.advance(100));
  expect(announced).toHaveTextContent('Reading: 500 rows');
  rerender(at(900));
  expect(announced).toHaveTextContent('Reading: 500 rows');
  await act(() => clock.advance(10_000));
  expect(announced).toHaveTextContent('Reading: 900 rows');
});

it.each([
  [
    'the last call of a window, reserved for the user',
    undefined,
    'The last call that the service allows for now is reserved for you. Continuing now.',
  ],
  [
    'a failure that will be retried, with the service’s words and the request ID',
    { title: 'Could not read the next rows.', serviceMessage: 'Slow down', requestId: 'req_7' },
    'Could not read the next rows. The service said: Slow down. Trying again now. Request ID req_7Copy request ID',
  ],
])('says that it pauses for %s', (_reason, failure, words) => {
  render(
    <ScanProgress
      label="Reading"
      soFar="50 rows so far"
      announcement="Reading: 50 rows"
      pages={1}
      wait={{ until: 0, failure }}
      cancelLabel="Cancel export"
      onCancel={() => undefined}
    />,
  );
  expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(words);
});
