import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectText, textsOf } from '#testing/fixtures/expectText.ts';
import { callsTo } from '#testing/fixtures/listCalls.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const table = () => screen.findByRole('table', { name: 'Compare' });

/** Two SIMs from the sandbox: one suspended, one active. */
function pair(sandbox = createSandbox({ things: 60 })) {
  const iccid = (state: string) =>
    sandbox.state.things().find(({ State }) => State === state)?.ExternalUniqueId ?? '';
  return { sandbox, broken: iccid('SUSPENDED'), working: iccid('ACTIVE') };
}

async function rowOf(name: RegExp) {
  const rows = within(await table()).getAllByRole('row');
  const row = rows.find((one) => within(one).queryByRole('rowheader', { name }) !== null);
  if (!row) throw new Error('There is no such row');
  return row;
}

describe('comparing SIMs', () => {
  it('reads each SIM by its exact ICCID, and shows a column with a link for each SIM', async () => {
    const { sandbox, broken, working } = pair();
    await renderRoute(paths.compare(broken, working), { sandbox });
    const shown = await table();
    await waitFor(() => expect(screen.getByText(/fields differ/)).toBeVisible());
    const link = within(shown).getByRole('link', { name: broken });
    expect(link).toHaveAttribute('href', paths.thing(broken));
    expect(within(shown).getByRole('link', { name: working })).toBeVisible();
    expect(
      callsTo(sandbox, 'GET /things').map(({ query }) => query['filterBy[ExternalUniqueId]']),
    ).toEqual([broken, working]);
  });

  it('puts the differences first, marks them in words, and can hide the rest', async () => {
    const { sandbox, broken, working } = pair();
    const { user } = await renderRoute(paths.compare(broken, working), { sandbox });
    expect(await waitFor(() => rowOf(/^State.*differs$/))).toHaveTextContent(/SUSPENDED.*ACTIVE/);
    const titles = textsOf(within(await table()).getAllByRole('rowheader'));
    expect(titles[0]).toMatch(/^Differences \(\d+\)$/);
    expect(titles[1]).toMatch(/^State ≠ differs$/);
    const same = titles.findIndex((title) => title.startsWith('The same'));
    expect(titles.slice(same + 1).some((title) => title.includes('differs'))).toBe(false);
    await user.click(screen.getByRole('checkbox', { name: 'Differences only' }));
    expect(within(await table()).queryByText(/^The same/)).not.toBeInTheDocument();
    expect(await rowOf(/^State/)).toBeVisible();
  });

  it('says in its column that a SIM was not found, and compares the others', async () => {
    const { sandbox, broken, working } = pair();
    const nobody = '8949010000000000000';
    await renderRoute(paths.compare(broken, nobody, working), { sandbox });
    expect(await screen.findByText(/^Not found: the service lists no SIM/)).toBeVisible();
    expect(await screen.findByText(/differ between the 2 SIMs found/)).toBeVisible();
    expect(await rowOf(/^State/)).toHaveTextContent(/SUSPENDED—ACTIVE/);
  });

  it('shows a failed read with its request id, and can retry it', async () => {
    const { sandbox, broken, working } = pair();
    sandbox.faults.add({ route: 'GET /things', status: 403, message: 'Not yours' });
    const { user } = await renderRoute(paths.compare(broken, working), { sandbox });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(broken);
    expect(alert).toHaveTextContent(/Not yours.*Request ID req_/s);
    expectText('Nothing to compare: fewer than two of these SIMs could be read.');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/fields differ, as listed/)).toBeVisible();
  });

  it('copies the comparison as text, with the time and request of each read', async () => {
    const { sandbox, broken, working } = pair();
    const { user } = await renderRoute(paths.compare(broken, working), { sandbox });
    await screen.findByText(/fields differ/);
    await user.click(screen.getByRole('button', { name: 'Copy as text' }));
    const text = await navigator.clipboard.readText();
    expect(text).toContain(`[1] ${broken}, read at `);
    expect(text).toContain('State: [1] SUSPENDED  [2] ACTIVE');
    expect(text).toMatch(/request ID req_/);
  });

  it('can add two SIMs at once', async () => {
    const { sandbox, broken, working } = pair();
    const { expectSearchSoon } = await renderRoute('/compare', { sandbox });
    expect(await screen.findByText('The address contains no SIM.')).toBeVisible();
    const field = await screen.findByRole('textbox', { name: 'ICCID of another SIM' });
    for (const value of [broken, working]) {
      fireEvent.change(field, { target: { value } });
      fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    }
    await expectSearchSoon(`?iccid=${broken}&iccid=${working}`);
  });

  it('can add a SIM, pasted in any format, and remove one', async () => {
    const { sandbox, broken, working } = pair();
    const { user, router } = await renderRoute(paths.compare(broken), { sandbox });
    expect(await screen.findByText(/contains only one SIM/)).toBeVisible();
    const field = screen.getByRole('textbox', { name: 'ICCID of another SIM' });
    await user.type(field, '12{Enter}');
    expect(screen.getByText('An ICCID has 16 to 22 digits.')).toBeVisible();
    await user.clear(field);
    await user.type(field, `ICCID: ${working.slice(0, 6)} ${working.slice(6)}F{Enter}`);
    expect(await screen.findByText(/fields differ/)).toBeVisible();
    expect(router.state.location.search).toBe(`?iccid=${broken}&iccid=${working}`);
    await user.click(screen.getByRole('button', { name: `Remove ${broken}` }));
    expect(router.state.location.search).toBe(`?iccid=${working}`);
    expect(screen.queryByText(/^Nothing to compare/)).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Compare' })).toHaveFocus();
  });
});

it('the address of a comparison with five SIMs and a duplicate: compares four, and names the omitted SIM', async () => {
  const sandbox = createSandbox({ things: 20 });
  const [a = '', b = '', c = '', d = '', e = ''] = sandbox.state
    .things()
    .map(({ ExternalUniqueId }) => ExternalUniqueId);
  sandbox.faults.add({ route: 'GET /things', status: 403 });
  await renderRoute(paths.compare(a, b, a, c, d, e), { sandbox });
  expect(await screen.findByText(/Listed more than once: \d+\./)).toHaveTextContent(a);
  expect(screen.getByText(/at most 4 SIMs\. Not included:/)).toHaveTextContent(e);
  expect(within(await table()).getAllByRole('columnheader')).toHaveLength(4);
  expect(await screen.findByText(/ between the 3 SIMs read, as listed/)).toHaveRole('status');
});
