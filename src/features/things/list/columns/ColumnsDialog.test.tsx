import { screen } from '@testing-library/react';
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
