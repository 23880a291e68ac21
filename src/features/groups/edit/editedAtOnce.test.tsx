import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { button, form, openGroup } from '#testing/fixtures/openGroup.tsx';

it('an edit is kept if it is made in the very task in which a save ends', async () => {
  const { rename } = await openGroup();
  const ended = new MutationObserver(() => {
    if (!screen.queryByText(/^Saved\. /)) return;
    ended.disconnect();
    fireEvent.change(form.name(), { target: { value: 'Typed at once' } });
  });
  ended.observe(document.body, { childList: true, subtree: true });
  await rename();
  await waitFor(() => expect(button('Discard changes')).toHaveAttribute('aria-disabled', 'false'));
  expect(form.name()).toHaveValue('Typed at once');
});
