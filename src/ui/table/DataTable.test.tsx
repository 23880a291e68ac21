import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { textsOf } from '#testing/fixtures/expectText.ts';

import { DataTable } from './DataTable.tsx';

const rows = [
  { name: 'Vans', sims: 2 },
  { name: 'Meters', sims: 5 },
];
const keyOf = ({ name }: { name: string }) => name;

it('names columns and rows, sorts by a column, and shows a footer', () => {
  const onSort = vi.fn<(id: string) => void>();
  render(
    <DataTable
      label="Groups"
      columns={[
        { id: 'mark', header: 'nothing', isDecoration: true, cell: () => '•' },
        { id: 'name', header: 'Name', rowHeader: true, cell: keyOf, foot: 'All' },
        { id: 'sims', header: 'SIMs', cell: ({ sims }) => sims, foot: 7 },
      ]}
      {...{ rows, keyOf }}
      sort={{ directionOf: (id) => (id === 'sims' ? 'DESC' : undefined), onSort }}
    />,
  );
  expect(screen.getByRole('region', { name: 'Groups' })).toHaveAttribute('tabindex', '0');
  expect(screen.getByRole('table', { name: 'Groups' })).not.toHaveAttribute('data-cards');
  const heads = screen.getAllByRole('columnheader');
  expect(heads.map((head) => head.ariaSort)).toEqual(['none', 'descending']);
  expect(textsOf(screen.getAllByRole('rowheader'))).toEqual(['Vans', 'Meters', 'All']);
  expect(textsOf(screen.getAllByRole('cell'))).toEqual(['2', '5', '', '7']);
  fireEvent.click(screen.getByRole('button', { name: 'SIMs' }));
  expect(onSort).toHaveBeenCalledWith('sims');
});

it('shows the header of each part of a card, unless the part speaks for itself', () => {
  render(
    <DataTable
      label="Groups"
      isCards
      columns={[
        { header: 'Name', rowHeader: true, cell: keyOf },
        { header: 'SIMs', cell: ({ sims }) => sims },
        { header: 'Whole', card: 'wide', cell: () => 'wide' },
        { header: 'Itself', card: 'line', cell: () => 'line' },
      ]}
      {...{ rows, keyOf }}
    />,
  );
  const labels = screen.getAllByRole('cell').map(({ dataset }) => dataset['label']);
  expect(labels.slice(0, 3)).toEqual(['SIMs', 'Whole', undefined]);
});

it('does not render any row again if neither columns nor rows have changed', () => {
  const cell = vi.fn<typeof keyOf>(keyOf);
  const columns = [{ header: 'Name', cell }];
  const { rerender } = render(<DataTable label="Before" {...{ columns, rows, keyOf }} />);
  rerender(<DataTable label="After" {...{ columns, rows, keyOf }} />);
  expect(screen.getByRole('table', { name: 'After' })).toBeVisible();
  expect(cell).toHaveBeenCalledTimes(rows.length);
});
