import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { listOffsets } from '#testing/fixtures/listCalls.ts';
import { openHeldList } from '#testing/fixtures/openHeldList.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const table = () => screen.findByRole('table', { name: 'Things' });
const next = () => screen.getByRole('button', { name: 'Next page' });

afterEach(() => {
  vi.useRealTimers();
});

describe('the next page', () => {
  it('is prefetched once, and then shown without a call', async () => {
    const { sandbox, user } = await renderRoute(paths.things('size=10&sort=ThingName'));
    await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 10]));
    await user.click(next());
    expect(screen.getByText('Rows 11–20, more available')).toBeVisible();
    expect(next()).toHaveFocus();
    await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 10, 20]));
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    await screen.findByText('Rows 1–10, more available');
    await user.click(next());
    await screen.findByText('Rows 11–20, more available');
    expect(listOffsets(sandbox)).toEqual([0, 10, 20]);
  });

  it('is not prefetched when few calls are left', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 2 });
    const few = createSandbox({ things: 60, consoleLimit: { requests: 3, windowSeconds: 60 } });
    await renderRoute(paths.things('size=10'), { sandbox: few });
    await table();
    await act(async () => vi.advanceTimersByTimeAsync(5_000));
    expect(listOffsets(few)).toEqual([0]);
  });

  it('is not prefetched at the end of the list', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 2 });
    const sandbox = createSandbox({ things: 32 });
    await renderRoute(paths.things('size=25&page=2'), { sandbox });
    await screen.findByText(/^Rows 26–32/);
    await act(async () => vi.advanceTimersByTimeAsync(5_000));
    expect(listOffsets(sandbox)).toEqual([25]);
  });

  it('shows no error if its prefetch fails, and is read when it is opened', async () => {
    const sandbox = createSandbox({ things: 60 });
    sandbox.faults.add({ route: 'GET /things', status: 403, skip: 1 });
    const { user } = await renderRoute(paths.things('size=10'), { sandbox });
    await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 10]));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.click(next());
    expect(await screen.findByText(/^Rows 11–20/)).toBeVisible();
    expect(listOffsets(sandbox).slice(0, 3)).toEqual([0, 10, 10]);
  });

  it('leaves the previous rows on screen, marked as being replaced, until it arrives', async () => {
    const { sandbox, user, hold, answer } = await openHeldList('size=10');
    await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 10]));
    hold();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25');
    expect(screen.getByText('Loading other rows…')).toBeVisible();
    const shown = await table();
    expect(shown).toHaveAttribute('aria-busy', 'true');
    expect(within(shown).getAllByRole('row')).toHaveLength(11);
    await answer();
    await screen.findByText(/^Rows 1–25/);
    expect(shown).toHaveAttribute('aria-busy', 'false');
  });

  it('V2: leaves the previous rows, and says so, if it cannot be read', async () => {
    const sandbox = createSandbox({ things: 60 });
    sandbox.faults.add({ route: 'GET /things', status: 403, skip: 1, count: Infinity });
    const { user, router } = await renderRoute(paths.things('size=10'), { sandbox });
    const [, first] = within(await screen.findByRole('table')).getAllByRole('row');
    const shown = first?.textContent;
    const [link] = within(screen.getByRole('table')).getAllByRole('link');
    link?.focus();
    await user.keyboard(']');
    expect(await screen.findByRole('alert')).toHaveTextContent(/403/);
    expect(screen.getByText(/^The requested rows could not be loaded/)).toBeVisible();
    expect(within(screen.getByRole('table')).getAllByRole('row')[1]).toHaveTextContent(shown ?? '');
    expect(link).toHaveFocus();
    await user.keyboard('[[');
    expect(router.state.location.search).toBe('?size=10');
    expect(await screen.findByText(/^Rows 1–10/)).toBeVisible();
    expect(screen.queryByText(/^The requested rows could not be loaded/)).not.toBeInTheDocument();
  });
});

describe('the end', () => {
  it('is shown only for the filter for which it was seen', async () => {
    const sandbox = createSandbox({ things: 32 });
    const { user } = await renderRoute(paths.things('size=25&sort=ThingName'), { sandbox });
    expect(await screen.findByText(/^Rows 1–25/)).toBeVisible();
    await user.click(next());
    expect(await screen.findByText('Rows 26–32 of 32')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(await screen.findByText('Rows 1–25 of 32')).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'ACTIVE');
    await user.click(screen.getByRole('button', { name: 'Apply filters' }));
    await waitFor(() => expect(screen.queryByText(/of 32/)).not.toBeInTheDocument());
  });

  it('is found by prefetching if all pages are full', async () => {
    const sandbox = createSandbox({ things: 50 });
    await renderRoute(paths.things('size=50&sort=ThingName'), { sandbox });
    expect(await screen.findByText('Rows 1–50, perhaps more')).toBeVisible();
    expect(await screen.findByText('Rows 1–50 of 50')).toBeVisible();
    expect(next()).toHaveAttribute('aria-disabled', 'true');
  });

  it('is announced once with its rows; later additions are shown silently', async () => {
    const sandbox = createSandbox({ things: 170 });
    const { user } = await renderRoute(paths.things('size=50&sort=ThingName'), { sandbox });
    const summary = await screen.findByText('Rows 1–50, perhaps more');
    expect(summary).toHaveAttribute('aria-live', 'polite');
    await waitFor(() => expect(summary).toHaveTextContent('Rows 1–50, more available'));
    expect(summary).toHaveAttribute('aria-live', 'off');
    await user.click(next());
    expect(summary).toHaveTextContent('Rows 51–100');
    expect(summary).toHaveAttribute('aria-live', 'polite');
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(summary).toHaveTextContent('Rows 1–50, more available');
    expect(summary).toHaveAttribute('aria-live', 'polite');
  });
});
