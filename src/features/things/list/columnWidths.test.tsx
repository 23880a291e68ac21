import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { showBesideTheList } from '#testing/fixtures/showBesideTheList.ts';
import { textPixels } from '#ui/textPixels.ts';

const table = () => screen.findByRole('table', { name: 'Things' });
const edge = () => screen.findByRole('separator', { name: 'Column width' });

async function widths(): Promise<readonly string[]> {
  return [...(await table()).querySelectorAll('col')].slice(1).map((col) => col.style.width);
}

it('changes the width of a column with arrow keys in the table itself', async () => {
  const { user } = await renderRoute(paths.things('size=10'));
  const [first, second] = await widths();
  const separator = await edge();
  expect(separator).toHaveAccessibleDescription('Arrows: ← → width, ↑ ↓ column');
  const before = Number(separator.ariaValueNow);
  expect(separator).toHaveAttribute('aria-valuetext', `ICCID, ${before} pixels`);
  separator.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(separator.ariaValueNow).toBe(String(before + 10));
  await waitFor(async () => expect((await widths())[0]).toBe(textPixels(before + 10)));
  expect((await widths())[0]).not.toBe(first);

  await user.keyboard('{ArrowDown}{End}');
  expect(separator).toHaveAttribute('aria-valuetext', 'Thing name, 600 pixels');
  await waitFor(async () => expect((await widths())[1]).toBe(textPixels(600)));
  expect((await widths())[1]).not.toBe(second);
  await user.keyboard('{Home}{ArrowLeft}');
  expect(separator.ariaValueNow).toBe('60');
  expect(separator).toHaveFocus();
});

it('keeps a width set by keyboard for the next visit', async () => {
  const storage = memoryTextStore();
  const { user, leave } = await renderRoute(paths.things('size=10'), { storage });
  (await edge()).focus();
  await user.keyboard('{Home}');
  await waitFor(async () => expect((await widths())[0]).toBe(textPixels(60)));
  leave();
  await renderRoute(paths.things('size=10'), { storage });
  expect((await widths())[0]).toBe(textPixels(60));
});

it('WCAG 1.4.13: shows a hint about the keys until Escape, and again on the next visit', async () => {
  const { user } = await renderRoute(paths.things('size=10'));
  const hint = () => screen.queryByText(/^ICCID: \d+ px\./);
  (await edge()).focus();
  expect(hint()).toBeVisible();
  await user.keyboard('{Escape}');
  expect(hint()).not.toBeVisible();
  await user.tab();
  expect(hint()).toBeVisible();
});

it('keeps the SIM beside the list open when Escape removes the hint, and closes it on the next Escape', async () => {
  showBesideTheList();
  const { user, sandbox, router } = await renderRoute(paths.things('size=10'));
  const iccid = sandbox.state.things()[0]?.ExternalUniqueId ?? '';
  await act(() => router.navigate(paths.thing(iccid)));
  await screen.findByRole('heading', { name: iccid });
  (await edge()).focus();
  await user.keyboard('{Escape}');
  expect(router.state.location.pathname).toBe(paths.thing(iccid));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.things()));
});

it('names columns by their labels only, because they are read out with each cell', async () => {
  await renderRoute(paths.things('size=10'));
  await edge();
  expect(within(await table()).getAllByRole('columnheader')[0]).toHaveAccessibleName('ICCID');
  expect(within(await table()).queryByRole('separator')).toBeNull();
});
