import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { ApiError } from '#api/errors.ts';
import { noteDrafts } from '#api/noteKeys.ts';
import type { Session } from '#api/session/session.ts';
import { SessionProvider } from '#api/session/SessionProvider.tsx';
import { createUserServices, UserServicesProvider } from '#api/userServices.tsx';
import { paths } from '#paths.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { expectText, textsOf } from '#testing/fixtures/expectText.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { hold } from '#testing/fixtures/hold.ts';
import { renderConfig, renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { ofGateway, sandboxServices } from '#testing/fixtures/sandboxServices.ts';

import { SignInAgainDialog } from './SignInAgainDialog.tsx';
import { StaySignedInDialog } from './StaySignedInDialog.tsx';

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

  it('opens Things, with the same query, if the console’s own address was requested', async () => {
    const next = '/?embed=1&size=10';
    const { router } = await signIn('writer', 'sandbox-writer', paths.signIn(next));
    await screen.findByRole('heading', { name: 'Things' });
    expect(router.state.location).toMatchObject({ pathname: '/things', search: next.slice(1) });
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
    expect(await screen.findByRole('alert')).toHaveTextContent('your session is over');
    await user.click(screen.getByRole('button', { name: 'Sign in again' }));
    await user.type(await username(), 'writer');
    await user.type(password(), 'sandbox-writer{Enter}');
    expect(await screen.findByRole('heading', { name: 'Thing Groups' })).toBeVisible();
  });

  it('R4: does not hold the next user up for the previous user’s rate limit', async () => {
    const sandbox = createSandbox({ things: 60 });
    sandbox.faults.add({ route: 'GET /things', status: 429, retryAfter: '1200' });
    const { user } = await renderRoute(paths.things(), { sandbox });
    await screen.findByRole('timer');
    await user.click(screen.getByRole('button', { name: 'Account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await user.type(await username(), 'reader');
    await user.type(password(), 'sandbox-reader{Enter}');
    expect(await screen.findByRole('table', { name: 'Things' })).toBeVisible();
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

/** A page of a gateway with an embedded sandbox, which has this many Things. */
function offerUsers(things: number) {
  const sandbox = createSandbox({ things });
  const meta = document.createElement('meta');
  meta.name = 'sim-console-sandbox-users';
  meta.content = JSON.stringify({ about: 'About it.', users: sandbox.users });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
  return sandbox;
}

describe('the sandbox users', () => {
  /** Opens the sign-in page of a gateway with an embedded sandbox. */
  const openOffer = async (address = paths.signIn()) =>
    renderRoute(address, { as: null, sandbox: offerUsers(60) });
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

const field = () => screen.findByRole('textbox', { name: 'Customer ID' });
const groups = { name: 'Thing Groups' };

/** Signs in at the list of groups, at a service that does not say which customer the user belongs to. */
async function signInUnknown() {
  const sandbox = createSandbox({ things: 60, customerIdClaim: 'none' });
  const page = await signIn('writer', 'sandbox-writer', paths.groups(), { sandbox });
  const { user } = page;
  await field();
  return {
    ...page,
    own: sandbox.users[0]?.customerId ?? '',
    async choose(customerId: string) {
      await user.clear(await field());
      await user.type(await field(), customerId);
      await user.click(screen.getByRole('button', { name: 'Continue' }));
    },
    async change() {
      await user.click(screen.getByRole('button', { name: 'Account' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Change customer ID' }));
    },
  };
}

it('asks for a customer ID that the service does not reveal, and checks it before any call', async () => {
  const { sandbox, own, choose } = await signInUnknown();
  expect(screen.getByRole('heading', { name: 'Which customer?' })).toBeVisible();
  expect(document.title).toBe('Which customer? · SIM Console');
  expect(await field()).toHaveFocus();
  await choose('two words');
  expect(await field()).toHaveAccessibleDescription(/Enter a customer ID/);
  expect(await field()).toHaveFocus();
  expect(sandbox.state.requests().map(({ route }) => route)).toEqual(['POST /v1/auth/token']);
  await choose(own);
  expect(await screen.findByRole('table', groups)).toBeVisible();
});

it('says that the browser did not store the cookie before it asks for a customer ID', async () => {
  const sandbox = createSandbox({ things: 1, customerIdClaim: 'none' });
  const session = (own: Session): Session => ({ ...own, read: async () => null });
  await signIn('writer', 'sandbox-writer', paths.signIn(), { sandbox, session });
  expect(await screen.findByRole('alert')).toHaveTextContent('did not store the session cookie');
  expect(await username()).toHaveValue('writer');
});

it('another customer ID needs no new sign-in, and keeps none of the previous customer’s data', async () => {
  const { sandbox, own, choose, change } = await signInUnknown();
  await choose(own);
  await screen.findByRole('table', groups);
  await change();
  await choose('cid_nobody');
  expect(await screen.findByRole('alert')).toHaveTextContent('403');
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  await change();
  await choose(own);
  expect(await screen.findByRole('table', groups)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  const signIns = sandbox.state.requests().filter(({ route }) => route === 'POST /v1/auth/token');
  expect(signIns).toHaveLength(1);
});

it('asks before another customer ID would discard the work set', async () => {
  const { user, own, router, choose, change } = await signInUnknown();
  await choose(own);
  await screen.findByRole('table', groups);
  await router.navigate(paths.things());
  const [first] = await screen.findAllByRole('checkbox', { name: /^Select \d+$/ });
  if (first) await user.click(first);
  await user.click(await screen.findByRole('button', { name: 'Add to work set' }));
  await change();
  expect(await screen.findByText(/^Another customer ID discards the work set/)).toBeVisible();
  expect(screen.getByRole('menuitem', { name: 'Stay' })).toHaveFocus();
  await user.click(screen.getByRole('menuitem', { name: 'Change customer ID anyway' }));
  expect(await field()).toBeVisible();
});

it('T16: after signing in again, a read refused because another session had started is sent again, as are rows that may be old', async () => {
  const answers = [ofGateway(401, 'session_replaced', 0)];
  const none = { changes: [], next: null, previous: null, keptDays: 90 };
  let calls = 0;
  const changes = () => {
    calls++;
    return answers.pop() ?? Response.json(none);
  };
  const { monitor } = await renderRoute(paths.changes(), { changes });
  expect(await screen.findByRole('alert')).toBeVisible();
  const signInAgainAsSame = async () => {
    await act(async () => monitor.ended());
    await act(async () => monitor.signedIn(monitor.current().who ?? ''));
  };
  await signInAgainAsSame();
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(calls).toBe(2);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await signInAgainAsSame();
  expect(calls).toBe(2);
  visibility.mockRestore();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(calls).toBe(3));
});

/** Shows the dialog over `writer`'s page. */
function showDialog(sandbox: Sandbox) {
  const { session, monitor } = sandboxServices(sandbox);
  render(
    <SessionProvider session={session} monitor={monitor}>
      <SignInAgainDialog
        before={{ username: 'writer', customerId: 'cid_before', mayChangeCustomer: true }}
        wasUseless={false}
      />
    </SessionProvider>,
  );
}

/** Signs in again; the service does not provide the user's customer id. */
async function signInAgain(name: string) {
  showDialog(createSandbox({ things: 1, customerIdClaim: 'none' }));
  const user = userEvent.setup();
  await user.clear(await username());
  await user.type(await username(), name);
  await user.type(password(), `sandbox-${name}{Enter}`);
  return field();
}

describe('T16: the customer ID in the sign-in dialog over a page', () => {
  it('is prefilled for the user who opened the page', async () => {
    expect(await signInAgain('writer')).toHaveValue('cid_before');
  });

  it('T17: is not shown to another user', async () => {
    expect(await signInAgain('other')).toHaveValue('');
  });
});

it('T17: the dialog offers no other sandbox user, because one press would discard the page', async () => {
  showDialog(offerUsers(1));
  const offered = await screen.findAllByRole('button', { name: /^Sign in as/ });
  expect(textsOf(offered)).toEqual(['Sign in as writer']);
});

describe('the dialog that asks whether to stay signed in', () => {
  const pass = fakeTime();

  function open(onStay: () => Promise<void>) {
    const basis = sandboxServices(createSandbox({ things: 1 }));
    const info = { username: 'writer', customerId: 'cid_1', mayChangeCustomer: false };
    const services = createUserServices({ config: renderConfig, info, ...basis });
    render(
      <UserServicesProvider services={services}>
        <SessionProvider session={basis.session} monitor={basis.monitor}>
          <StaySignedInDialog expiry={{ at: Date.now() + 60_000, canStay: true }} onStay={onStay} />
        </SessionProvider>
      </UserServicesProvider>,
    );
    return {
      drafts: services.work.drafts,
      phase: basis.monitor.phase,
      user: userEvent.setup(),
      stay: screen.getByRole('button', { name: 'Stay signed in' }),
    };
  }

  it('T20: if staying signed in fails, the dialog says so and allows another try', async () => {
    let presses = 0;
    const { user, stay } = open(async () => {
      if (++presses > 1) return;
      throw new ApiError({ kind: 'network', method: 'GET', route: '/session', requestId: 'id-7' });
    });
    await user.click(stay);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('extend the session');
    expect(alert).toHaveTextContent('id-7');
    await user.click(stay);
    expect(screen.queryByRole('alert')).toBe(null);
    expect(presses).toBe(2);
  });

  it('H11: shows how long staying signed in takes, and lets the user sign out instead', async () => {
    const held = hold();
    const { user, stay } = open(held.pass);
    await user.click(stay);
    expect(stay).toHaveTextContent('Staying signed in…');
    const signOut = screen.getByRole('button', { name: 'Sign out' });
    expect(signOut).toHaveAttribute('aria-disabled', 'true');
    await pass(11_000);
    expect(screen.getByText(/^Still waiting/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stop waiting' }));
    expect(screen.getByText('You stopped waiting. It may still be done.')).toBeVisible();
    expect(signOut).toHaveAttribute('aria-disabled', 'false');
  });

  const unsaved = [noteDrafts.typed('8988'), noteDrafts.forAlert('a1')];
  it.each(unsaved)('T19: asks before signing out discards the unsaved %s', async (name) => {
    const { user, drafts, phase } = open(async () => undefined);
    drafts.keep(name, { text: 'Call back' });
    await user.dblClick(screen.getByRole('button', { name: 'Sign out' }));
    expect(screen.getByText(/Signing out discards them/)).toBeVisible();
    expect(phase()).toBe('live');
    await user.click(screen.getByRole('button', { name: 'Sign out and discard changes' }));
    await waitFor(() => expect(phase()).toBe('signedOut'));
  });
});
