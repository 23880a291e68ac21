import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';

import { ApiError } from '#api/errors.ts';
import type { Session } from '#api/session/session.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectText, textsOf } from '#testing/fixtures/expectText.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const username = () => screen.findByRole('textbox', { name: 'Username' });
const password = () => screen.getByLabelText('Password');

async function signIn(name: string, secret: string, address = paths.signIn(), given = {}) {
  const sandbox = createSandbox({ things: 60 });
  const rendered = await renderRoute(address, { as: null, sandbox, ...given });
  await rendered.user.type(await username(), name);
  await rendered.user.type(password(), `${secret}{Enter}`);
  return rendered;
}

describe('signing in', () => {
  it('opens the requested page', async () => {
    const { router } = await signIn('writer', 'sandbox-writer', paths.signIn('/groups?filter=van'));
    await screen.findByRole('heading', { name: 'Thing Groups' });
    expect(router.state.location).toMatchObject({ pathname: '/groups', search: '?filter=van' });
  });

  it('is required for a page that needs a session, and then returns to it', async () => {
    const { router } = await renderRoute(paths.things('State=ACTIVE'), { as: null });
    await username();
    expect(router.state.location.search).toBe('?next=%2Fthings%3FState%3DACTIVE');
  });

  it('H13: never leads to another origin', async () => {
    const { router } = await signIn('writer', 'sandbox-writer', '/sign-in?next=//evil.example/x');
    await screen.findByRole('heading', { name: 'Things' });
    expect(router.state.location.pathname).toBe('/things');
  });

  it('never leads back to the sign-in page', async () => {
    const next = paths.signIn(paths.signIn('/groups'));
    const { router } = await signIn('writer', 'sandbox-writer', next);
    await screen.findByRole('heading', { name: 'Things' });
    expect(router.state.location.pathname).toBe('/things');
  });

  it('T22: shows the service’s message and request id after a refusal, and keeps the typed text', async () => {
    await signIn('writer', 'wrong');
    expect(await screen.findByRole('alert')).toHaveTextContent(/Request ID req_/);
    expect(await username()).toHaveValue('writer');
    expect(password()).toHaveValue('wrong');
  });

  it('T22: shows a countdown after the sixth attempt in a minute, for that username only', async () => {
    const { user, sandbox } = await signIn('writer', 'wrong');
    for (let attempt = 2; attempt <= 6; attempt++) {
      await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled());
      await user.click(screen.getByRole('button', { name: 'Sign in' }));
    }
    expect(await screen.findByRole('timer')).toHaveTextContent(/^in \d+ s$/);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Wait until the service accepts another attempt for this username.',
    );
    const sent = sandbox.state.requests().length;
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(sandbox.state.requests()).toHaveLength(sent);
    // The limit is per username (API document 8.3).
    await user.clear(await username());
    await user.type(await username(), 'reader');
    await user.clear(password());
    await user.type(password(), 'sandbox-reader{Enter}');
    expect(await screen.findByRole('heading', { name: 'Things' })).toBeVisible();
  });

  it('T22: shows how long to wait after too many sign-ins from one network, whatever the username', async () => {
    const facts = { method: 'POST', route: '/session', requestId: 'gateway-1' };
    const limited = { kind: 'rateLimited', status: 429, code: 'sign_in_limited' } as const;
    let asked = 0;
    const session = (usual: Session): Session => ({
      ...usual,
      async signIn() {
        asked += 1;
        throw new ApiError({ ...facts, ...limited, retryAfterMs: 40_000 });
      },
    });
    const { user } = await signIn('writer', 'wrong', undefined, { session });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('too many sign-ins came from your network (429)');
    expect(alert).toHaveTextContent('Everybody on the same network shares this limit');
    expect(alert).toHaveTextContent('Request ID gateway-1');
    expectText(/^The next sign-in from your network will be accepted/);
    expect(screen.getByRole('timer')).toHaveTextContent(/^in [1-6]?\d s$/);
    await user.clear(await username());
    await user.type(await username(), 'reader{Enter}');
    expect(screen.getByRole('timer')).toBeVisible();
    expect(asked).toBe(1);
  });

  it('can be retried immediately if the service is down, despite its Retry-After', async () => {
    const sandbox = createSandbox({ things: 60 });
    sandbox.faults.add({ route: 'POST /v1/auth/token', status: 503, retryAfter: '600' });
    const { user } = await signIn('writer', 'sandbox-writer', undefined, { sandbox });
    expect(await screen.findByRole('alert')).toHaveTextContent('503');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', { name: 'Things' })).toBeVisible();
  });

  it('comes before the customer ID if there is no session, and then still opens the requested page', async () => {
    const { user } = await renderRoute(paths.chooseCustomer('/groups'), { as: null });
    await user.type(await screen.findByRole('textbox', { name: 'Customer ID' }), 'cid_1{Enter}');
    await user.type(await username(), 'writer');
    await user.type(password(), 'sandbox-writer{Enter}');
    expect(await screen.findByRole('heading', { name: 'Thing Groups' })).toBeVisible();
  });

  it('shows an error for an empty field, and sends nothing', async () => {
    const { user, sandbox } = await renderRoute(paths.signIn(), { as: null });
    await username();
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expectText('Enter your username.');
    expect(await username()).toHaveFocus();
    expect(sandbox.state.requests()).toEqual([]);
  });
});

describe('the sandbox users', () => {
  /** Opens the sign-in page of a gateway with an embedded sandbox. */
  async function openOffer(address = paths.signIn()) {
    const sandbox = createSandbox({ things: 60 });
    const meta = document.createElement('meta');
    meta.name = 'sim-console-sandbox-users';
    meta.content = JSON.stringify({ about: 'About it.', users: sandbox.users });
    document.head.append(meta);
    onTestFinished(() => meta.remove());
    return renderRoute(address, { as: null, sandbox });
  }
  const button = async (name: string) =>
    screen.findByRole('button', { name: `Sign in as ${name}` });

  it('are listed with what each is for; one press fills both fields, signs in and opens the page', async () => {
    const { user, sandbox, router } = await openOffer(paths.signIn('/groups'));
    expect(await screen.findByRole('heading', { name: 'Sandbox users' })).toBeVisible();
    for (const { username: name, description } of sandbox.users) {
      expect(await button(name)).toHaveAccessibleDescription(description);
    }
    await user.click(await button('reader'));
    expect(await screen.findByRole('heading', { name: 'Thing Groups' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/groups');
  });

  it('T22: a refusal is shown, with both fields filled', async () => {
    const { user } = await openOffer();
    await user.click(await button('suspended'));
    expect(await screen.findByRole('alert')).toHaveTextContent(/403.*suspended/is);
    expect(await username()).toHaveValue('suspended');
    expect(password()).toHaveValue('sandbox-suspended');
  });

  it('T22: a second press while the first is being answered sends nothing', async () => {
    const { user, sandbox } = await openOffer();
    sandbox.faults.add({ route: 'POST /v1/auth/token', hang: true });
    await user.click(await button('writer'));
    await user.click(await button('reader'));
    expect(sandbox.state.requests()).toHaveLength(1);
    expect(await username()).toHaveValue('writer');
  });

  it('are not mentioned if the console knows none', async () => {
    await renderRoute(paths.signIn(), { as: null });
    await username();
    expect(textsOf(screen.getAllByRole('button'))).toEqual(['Sign in']);
    expect(document.body).not.toHaveTextContent(/sandbox/i);
  });
});
