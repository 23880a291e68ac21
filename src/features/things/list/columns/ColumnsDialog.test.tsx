import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { expectText } from '#testing/fixtures/expectText.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

it('replaces a width beyond the limits with the nearest allowed width, and announces the limits', async () => {
  const { user } = await renderRoute(paths.things('size=10'));
  await screen.findByRole('table');
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const width = () => screen.getByRole('spinbutton', { name: 'Width of State' });
  await screen.findByRole('dialog');
  for (const [typed, becomes] of [
    ['5', 60],
    ['7', 60],
    ['9000', 600],
  ] as const) {
    await user.clear(width());
    await user.type(width(), `${typed}{Enter}`);
    expect(width()).toHaveValue(becomes);
    expect(width()).toHaveFocus();
    expectText(`State is ${becomes} px wide: the limits are 60 and 600 px.`);
  }
});

it('moves a shared column by two places if the button is pressed twice at once, but removes it once', async () => {
  const { router, user } = await renderRoute(paths.things('columns=IMEI,State,MSISDN&size=10'));
  await screen.findByRole('table');
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const twice = (name: string) => {
    const button = screen.getByRole('button', { name });
    act(() => {
      button.click();
      button.click();
    });
  };
  const shown = () => new URLSearchParams(router.state.location.search).get('columns');
  await screen.findByRole('dialog');
  twice('Move IMEI (last known) right');
  expectText('IMEI (last known): column 4 of 4');
  expect(shown()).toBe('ExternalUniqueId*,State,MSISDN,IMEI');
  twice('Remove State');
  expect(shown()).toBe('ExternalUniqueId*,MSISDN,IMEI');
  twice('Add State');
  expect(shown()).toBe('ExternalUniqueId*,MSISDN,IMEI,State');
});
