import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { listOffsets } from '#testing/listCalls.ts';
import { renderRoute } from '#testing/renderRoute.tsx';

import { messages } from '../messages.ts';

const table = () => screen.findByRole('table', { name: 'Things' });
const next = () => screen.getByRole('button', { name: 'Next page' });

describe('the next page', () => {
  it('is read ahead once, and then there without a call', async () => {
    const { sandbox, user } = await renderRoute(paths.things('size=10&sort=ThingName'));
    await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 10]));
    await user.click(next());
    expect(screen.getByText(messages.rows(11, 20, 'yes', undefined))).toBeVisible();
    expect(next()).toHaveFocus();
    await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 10, 20]));
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    await screen.findByText(messages.rows(1, 10, 'yes', undefined));
    await user.click(next());
    await screen.findByText(messages.rows(11, 20, 'yes', undefined));
    expect(listOffsets(sandbox)).toEqual([0, 10, 20]);
  });

  it('is not read ahead where few calls are left', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 2 });
    const few = createSandbox({ things: 60, consoleLimit: { requests: 3, windowSeconds: 60 } });
    await renderRoute(paths.things('size=10'), { sandbox: few });
    await table();
    await act(async () => vi.advanceTimersByTimeAsync(5_000));
    expect(listOffsets(few)).toEqual([0]);
    vi.useRealTimers();
  });

  it('is not read ahead at the end', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 2 });
    const sandbox = createSandbox({ things: 32 });
    await renderRoute(paths.things('size=25&page=2'), { sandbox });
    await screen.findByText(/^Rows 26–32/);
    await act(async () => vi.advanceTimersByTimeAsync(5_000));
    expect(listOffsets(sandbox)).toEqual([25]);
    vi.useRealTimers();
  });

  it('fails in silence, and is asked for again by whoever wants it', async () => {
    const sandbox = createSandbox({ things: 60 });
    sandbox.faults.add({ route: 'GET /things', status: 403, skip: 1 });
    const { user } = await renderRoute(paths.things('size=10'), { sandbox });
    await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 10]));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.click(next());
    expect(await screen.findByText(/^Rows 11–20/)).toBeVisible();
    expect(listOffsets(sandbox).slice(0, 3)).toEqual([0, 10, 10]);
  });

  it('keeps the former rows, marked as being replaced, until it is there', async () => {
    const { sandbox, user } = await renderRoute(paths.things('size=10'));
    await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 10]));
    sandbox.faults.add({ route: 'GET /things', delayMs: 300 });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25');
    expect(screen.getByText(messages.replacing)).toBeVisible();
    const shown = await table();
    expect(shown).toHaveAttribute('aria-busy', 'true');
    expect(within(shown).getAllByRole('row')).toHaveLength(11);
    await screen.findByText(/^Rows 1–25/);
    expect(shown).toHaveAttribute('aria-busy', 'false');
  });

  it('V2: where it fails, leaves the former rows, says what they are, and the way back', async () => {
    const sandbox = createSandbox({ things: 60 });
    sandbox.faults.add({ route: 'GET /things', status: 403, skip: 1, count: Infinity });
    const { user, router } = await renderRoute(paths.things('size=10'), { sandbox });
    const [, first] = within(await screen.findByRole('table')).getAllByRole('row');
    const shown = first?.textContent;
    const [link] = within(screen.getByRole('table')).getAllByRole('link');
    link?.focus();
    await user.keyboard(']');
    expect(await screen.findByRole('alert')).toHaveTextContent(/403/);
    expect(screen.getByText(messages.former)).toBeVisible();
    expect(within(screen.getByRole('table')).getAllByRole('row')[1]).toHaveTextContent(shown ?? '');
    expect(link).toHaveFocus();
    await user.keyboard('[[');
    expect(router.state.location.search).toBe('?size=10');
    expect(await screen.findByText(/^Rows 1–10/)).toBeVisible();
    expect(screen.queryByText(messages.former)).not.toBeInTheDocument();
  });
});

describe('the end', () => {
  it('is named once it was seen for this filter, and on no other', async () => {
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

  it('is found out at the largest page by the page that was read ahead', async () => {
    const sandbox = createSandbox({ things: 50 });
    await renderRoute(paths.things('size=50&sort=ThingName'), { sandbox });
    expect(await screen.findByText('Rows 1–50, perhaps more')).toBeVisible();
    expect(await screen.findByText('Rows 1–50 of 50')).toBeVisible();
    expect(next()).toHaveAttribute('aria-disabled', 'true');
  });

  it('is heard once with its rows: what is found out later is only seen', async () => {
    const sandbox = createSandbox({ things: 120 });
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
