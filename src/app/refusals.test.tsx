import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { button, form, openGroup } from '#testing/fixtures/openGroup.tsx';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

/** The console's message for each status in API document 7. Certain typed text makes the sandbox return that status. */
const refusals = [
  { status: 401, says: 'customer ID' },
  { status: 403, says: 'not allowed to do that' },
  { status: 404, says: 'could not find it' },
  { status: 409, says: 'conflicts' },
  { status: 422, says: 'did not accept' },
] as const;

describe.each(refusals)('a $status from the service', ({ status, says }) => {
  it('of a read is shown with its message and request id, and keeps the typed text', async () => {
    const { user } = await renderRoute(paths.things(), { sandbox: createSandbox({ things: 60 }) });
    const field = await screen.findByRole('textbox', { name: 'Thing name' });
    await user.type(field, `status:${status}{Enter}`);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(says);
    expect(alert).toHaveTextContent('magic value');
    expect(alert).toHaveTextContent(/Request ID\s*req_/);
    expect(within(alert).getByRole('button', { name: 'Copy request ID' })).toBeVisible();
    expect(field).toHaveValue(`status:${status}`);
  });

  it('of a save is shown in the same way, and nothing is stored', async () => {
    const { sandbox, user } = await openGroup();
    await user.clear(form.name());
    await user.type(form.name(), `status:${status}`);
    await user.click(button('Save'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(says);
    expect(alert).toHaveTextContent(/Request ID\s*req_/);
    // Finds it behind a dialog, too.
    const name = screen.getByRole('textbox', { name: 'Group name', hidden: true });
    expect(name).toHaveValue(`status:${status}`);
    expect(sandbox.state.puts()).toEqual([]);
  });
});
