import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const first = /^Rows 1–10/;

describe('single keys', () => {
  it('[ and ] turn the page if there is one to turn to', async () => {
    const { user, router } = await renderRoute(paths.things('size=10'));
    await screen.findByText(first);
    await user.keyboard('[[');
    expect(router.state.location.search).toBe('?size=10');
    // A checkbox takes no text, so that the keys work after a selection too.
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await user.keyboard(']');
    expect(await screen.findByText(/^Rows 11–20/)).toBeVisible();
    await user.keyboard('[[');
    expect(await screen.findByText(first)).toBeVisible();
  });

  it('do nothing in a text field, with a modifier, or behind a dialog', async () => {
    const { user, router } = await renderRoute(paths.things('size=10'));
    await screen.findByText(first);
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.type(screen.getByRole('textbox', { name: 'Description' }), ']/?');
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue(']/?');
    screen.getByRole('button', { name: 'Refresh' }).focus();
    await user.keyboard('{Control>}]{/Control}{Alt>}]{/Alt}{Meta>}]{/Meta}');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await screen.findByRole('dialog', { name: 'Columns' });
    await user.keyboard(']');
    expect(router.state.location.search).toBe('?size=10');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('are listed by ?, and can be switched off there', async () => {
    const { user, router } = await renderRoute(paths.things('size=10'));
    await screen.findByText(first);
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(dialog).toHaveTextContent('Next page');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Single-key shortcuts' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.keyboard(']?/');
    expect(router.state.location.search).toBe('?size=10');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Find a SIM' })).not.toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('checkbox', { name: 'Single-key shortcuts' })).not.toBeChecked();
  });
});
