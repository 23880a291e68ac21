import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

/** Shows the list, with an earlier list URL in the browser history for Back. */
async function openList() {
  const opened = await renderRoute(paths.things());
  await opened.router.navigate(paths.things('size=10'));
  const [row] = await screen.findAllByRole('rowheader');
  if (!row) throw new Error('The list has a row');
  return { ...opened, link: within(row).getByRole('link') };
}

describe('Escape closes a Thing', () => {
  it('whose code is still loading, and leaves both the list and the history unchanged', async () => {
    const { router, link } = await openList();
    link.focus();
    // In one task, before any code can arrive.
    fireEvent.click(link);
    expect(router.state.navigation.state).toBe('loading');
    fireEvent.keyDown(link, { key: 'Escape' });
    await waitFor(() => expect(router.state.navigation.state).toBe('idle'));
    expect(router.state.location).toMatchObject({ pathname: '/things', search: '?size=10' });
    expect(link).toHaveFocus();

    await router.navigate(-1);
    expect(router.state.location).toMatchObject({ pathname: '/things', search: '' });
  });

  it('whose code has just arrived, just like a Thing already shown', async () => {
    const { router, link, user, sandbox } = await openList();
    const iccid = link.textContent;
    await user.click(link);
    await waitFor(() => expect(screen.getByRole('heading', { name: iccid })).toHaveFocus());
    expect(router.state.location).toMatchObject({
      pathname: paths.thing(iccid),
      search: '?size=10',
    });
    expect(await screen.findByRole('img', { name: /^Position/ })).toBeVisible();
    // The list already has the record.
    const ofOne = sandbox.state
      .requests()
      .filter(({ query }) => 'filterBy[ExternalUniqueId]' in query);
    expect(ofOne).toEqual([]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('link', { name: iccid })).toHaveFocus());
    expect(router.state.location).toMatchObject({ pathname: '/things', search: '?size=10' });

    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe(paths.thing(iccid));
    expect(await screen.findByRole('heading', { name: iccid })).toBeVisible();
  });

  it('whose response has not arrived yet', async () => {
    const sandbox = createSandbox({ things: 60 });
    const iccid = sandbox.state.things()[3]?.ExternalUniqueId ?? '';
    // Longer than the test: the response never arrives.
    sandbox.faults.add({ route: 'GET /things', delayMs: 600_000 });
    const { router, user } = await renderRoute(paths.thing(iccid, 'size=10'), { sandbox });
    await screen.findByText('Loading this Thing…');
    await user.keyboard('{Escape}');
    expect(router.state.location).toMatchObject({ pathname: '/things', search: '?size=10' });
  });

  it('without preventing navigation to another page', async () => {
    const { router, link } = await openList();
    fireEvent.click(screen.getByRole('link', { name: 'Thing Groups' }));
    expect(router.state.navigation.state).toBe('loading');
    fireEvent.keyDown(link, { key: 'Escape' });
    await waitFor(() => expect(router.state.navigation.state).toBe('idle'));
    expect(router.state.location.pathname).toBe(paths.groups());
  });
});
