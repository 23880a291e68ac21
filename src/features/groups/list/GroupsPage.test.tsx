import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectText, expectTextSoon, textsOf } from '#testing/fixtures/expectText.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

import { groupColumns } from './groupColumns.tsx';

const table = () => screen.findByRole('table', { name: 'Thing Groups' });

/** The texts of the cells with this role in the table's head, body or foot. */
async function cellsIn(index: number, role: string) {
  const part = within(await table()).getAllByRole('rowgroup')[index];
  if (!part) throw new Error('The table has no such part');
  return textsOf(within(part).getAllByRole(role));
}

const firstCells = () => cellsIn(1, 'rowheader');

async function open(search = '', body?: readonly unknown[]) {
  const sandbox = createSandbox({ things: 200 });
  if (body) {
    const route = 'GET /thingsgroup/listWithMeasures';
    sandbox.faults.add({ route, count: Infinity, body: JSON.stringify(body) });
  }
  return renderRoute(paths.groups(search), { sandbox });
}

it('sorts by every column, both ways and back, and keeps the order in the address', async () => {
  const { user, router } = await open();
  const heads = within(await table()).getAllByRole('columnheader');
  expect(heads).toHaveLength(groupColumns.length);
  for (const head of heads) {
    const seen: (string | null)[] = [];
    for (let press = 0; press < 3; press++) {
      await user.click(within(head).getByRole('button'));
      seen.push(head.getAttribute('aria-sort'));
    }
    expect(new Set(seen)).toEqual(new Set(['ascending', 'descending', 'none']));
    expect(seen[2]).toBe('none');
  }
  await user.click(screen.getByRole('button', { name: 'Data' }));
  expect(router.state.location.search).toBe('?sort=-Data');
});

it('shows the reported lock and prefix, and says which are not reported', async () => {
  const cases = [
    [{ LockMasterImei: true, IMEIPrefix: '35' }, 'Locked35'],
    [{ LockMasterImei: true, IMEIPrefix: '' }, 'Lockedno prefix'],
    [{ LockMasterImei: false, IMEIPrefix: '' }, 'Unlocked'],
    [{ LockMasterImei: true }, 'Lockedprefix not reported'],
    [{ IMEIPrefix: '35' }, 'lock not reported35'],
    [{ IMEIPrefix: '' }, 'lock not reportedno prefix'],
    [{}, 'not reported'],
  ] as const;
  await open(
    '',
    cases.map(([fields], index) => ({ ThingsGroupId: String(index), ...fields })),
  );
  const [, ...rows] = within(await table()).getAllByRole('row');
  const words = rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent);
  expect(words.slice(0, cases.length)).toEqual(cases.map(([, expected]) => expected));
});

it('reads the filter and order from the address', async () => {
  await open('filter=parcel+vans&sort=-ThingsGroupName');
  expect(await firstCells()).toEqual(['Parcel Vans Europe', 'Parcel Vans']);
});

it('says that unreported prefixes may contain the text', async () => {
  const { user } = await open('', [
    { ThingsGroupId: '1', ThingsGroupName: 'Vans', IMEIPrefix: '35693803' },
    { ThingsGroupId: '2', ThingsGroupName: 'Bikes' },
  ]);
  await table();
  const filter = screen.getByRole('searchbox', { name: 'Filter groups' });
  await user.type(filter, '3569');
  const unknown = 'One group does not report its IMEI prefix, which may contain this text.';
  await expectTextSoon(unknown);
  await user.type(filter, '9');
  await expectTextSoon(/^No group has this text in its reported name/);
  expectText(unknown);
  await user.clear(filter);
  await user.type(filter, 'boats');
  await waitFor(() => expect(screen.queryByText(unknown)).not.toBeInTheDocument());
});

it('does not claim that no groups are listed if the listed ones cannot be read', async () => {
  await open('', [{ ThingsGroupName: 'Without an id' }]);
  await expectTextSoon('1 of 1 records could not be read.');
  expect(screen.queryByText(/listed no Thing Groups/)).not.toBeInTheDocument();
});

it('says when the address asks to sort by an unknown column', async () => {
  await open('sort=Colour');
  await expectTextSoon(
    'The address asks to sort by “Colour”, which is not a column. The groups are in the service’s order.',
  );
});

it('totals the shown groups, and says how many report no value', async () => {
  const { user } = await open('', [
    { ThingsGroupId: '1', ThingsGroupName: 'Vans A', Data: 1_000, SMS: 5 },
    { ThingsGroupId: '2', ThingsGroupName: 'Vans B', Data: 250 },
    { ThingsGroupId: '3', ThingsGroupName: 'Bikes', Data: 7, SMS: 1 },
  ]);
  expect(await cellsIn(2, 'cell')).toEqual(
    expect.arrayContaining(['1,257', '61 not reported', '—']),
  );
  await user.type(screen.getByRole('searchbox', { name: 'Filter groups' }), 'vans');
  await waitFor(async () => expect(await cellsIn(2, 'cell')).toContain('1,250'));
});

it('uses bars to compare groups within a measure', async () => {
  await open('sort=-Data', [
    { ThingsGroupId: '1', ThingsGroupName: 'A', Data: 50 },
    { ThingsGroupId: '2', ThingsGroupName: 'B', Data: 200 },
    { ThingsGroupId: '3', ThingsGroupName: 'C' },
  ]);
  expect(await firstCells()).toEqual(['B', 'A', 'C']);
  const sizes = ['200', '50'].map((text) => {
    const [cell] = screen.getAllByRole('cell', { name: text });
    return cell?.style.backgroundSize;
  });
  expect(sizes).toEqual(['100% 3px', '25% 3px']);
});
