import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { button, nameField, openGroup } from '#testing/fixtures/openGroup.tsx';

/** Types a name in the very task in which the page first shows what `isShown` looks for. */
function typeOnce(isShown: () => boolean) {
  const seen = new MutationObserver(() => {
    if (!isShown()) return;
    seen.disconnect();
    fireEvent.change(nameField(), { target: { value: 'Typed at once' } });
  });
  seen.observe(document.body, { childList: true, subtree: true, attributes: true });
}

/** The name once it counts as an edit. */
async function editedName() {
  await waitFor(() => expect(button('Discard changes')).toHaveAttribute('aria-disabled', 'false'));
  return nameField();
}

describe('an edit is kept if it is made at the moment in which', () => {
  it('the form appears', async () => {
    typeOnce(() => screen.queryByRole('textbox', { name: 'Group name' }) !== null);
    await openGroup();
    expect(await editedName()).toHaveValue('Typed at once');
  });

  it('a save ends', async () => {
    const { rename } = await openGroup();
    typeOnce(() => screen.queryByText(/^Saved\. /) !== null);
    await rename();
    expect(await editedName()).toHaveValue('Typed at once');
  });

  it('earlier edits are discarded', async () => {
    const { user } = await openGroup();
    await user.type(nameField(), ' 2');
    typeOnce(() => button('Discard changes').getAttribute('aria-disabled') === 'true');
    await user.click(button('Discard changes'));
    expect(await editedName()).toHaveValue('Typed at once');
  });
});
