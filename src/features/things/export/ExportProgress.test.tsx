import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { manualClock } from '#lib/clock.ts';

import { exportMessages } from './exportMessages.ts';
import { ExportProgress } from './ExportProgress.tsx';

it('tells how far an export is every ten seconds, and not at each page', async () => {
  const clock = manualClock();
  const at = (rows: number) => (
    <ExportProgress
      progress={{ rows, pages: rows / 50, duplicates: 0, unreadable: 0, shifts: 0 }}
      onCancel={() => undefined}
      clock={clock}
    />
  );
  const { rerender } = render(at(50));
  const heard = screen.getByRole('status');
  rerender(at(500));
  await act(() => clock.advance(9_900));
  expect(heard).toHaveTextContent('');
  await act(() => clock.advance(100));
  expect(heard).toHaveTextContent(exportMessages.heard(500));
  rerender(at(900));
  expect(heard).toHaveTextContent(exportMessages.heard(500));
  await act(() => clock.advance(10_000));
  expect(heard).toHaveTextContent(exportMessages.heard(900));
});
