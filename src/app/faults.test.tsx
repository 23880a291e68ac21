import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { paths } from '#paths.ts';
import type { Fault } from '#sandbox/faultInjection.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

/** Faults of a single endpoint, each of which lasts for the whole test. */
const faults = {
  'no answer': { hang: true },
  'a late answer': { delayMs: 20_000 },
  'a slow body': { slowBodyMs: 20_000 },
  'a connection cut before the work': { cut: 'before' },
  'a connection cut after the work': { cut: 'after' },
  'a truncated body': { truncate: true },
  'a wrong content type': { contentType: 'application/octet-stream' },
  'HTML with 200': { body: '<!doctype html><title>Log in</title>', contentType: 'text/html' },
  'HTML with 502': {
    status: 502,
    body: '<html><title>Bad Gateway</title></html>',
    contentType: 'text/html',
  },
  'an empty body': { body: '' },
  'a 500': { status: 500 },
  'a 503 with Retry-After': { status: 503, retryAfter: '30' },
  'a 429 with seconds': { status: 429, retryAfter: '30' },
  'a 429 with garbage': { status: 429, retryAfter: 'soon' },
} satisfies Readonly<Record<string, Fault>>;

/** API document 8.6. */
const accessTokenLifeMs = 4 * 60 * 60 * 1000;

type FaultName = keyof typeof faults;

const hasTimer = (text: RegExp) =>
  screen.queryAllByRole('timer', { hidden: true }).some((one) => text.test(one.textContent));

/** The acceptable states of a page after a fault. An endless spinner is not one of them. */
const states = {
  done: (flow: Flow) => screen.queryByText(flow.done) !== null,
  'an alert': () => screen.queryByRole('alert') !== null,
  'a countdown': () => hasTimer(/^(?:in \d+ s|now)$/),
  'still waiting': () => hasTimer(/^\d+ s$/),
};

type State = keyof typeof states;
type User = Awaited<ReturnType<typeof renderRoute>>['user'];

interface Flow {
  readonly route: string;
  readonly act: (sandbox: Sandbox, injectFault: () => void) => Promise<void>;
  /** The text on screen if the flow succeeds. */
  readonly done: RegExp;
  readonly ends: Readonly<Partial<Record<FaultName, State>>>;
}

const read = {
  'no answer': 'still waiting',
  'a late answer': 'still waiting',
  'a slow body': 'still waiting',
  'a connection cut before the work': 'an alert',
  'a connection cut after the work': 'an alert',
  'a truncated body': 'an alert',
  'a wrong content type': 'done',
  'HTML with 200': 'an alert',
  'HTML with 502': 'an alert',
  'an empty body': 'an alert',
  'a 500': 'an alert',
  'a 503 with Retry-After': 'a countdown',
  'a 429 with seconds': 'a countdown',
  'a 429 with garbage': 'a countdown',
} satisfies Record<FaultName, State>;

/** One fault for each end, and one that only the page's own parser notices: "the list" shows the others. */
const few = ['no answer', 'a wrong content type', 'HTML with 200', 'a 500', 'a 429 with seconds'];
const otherRead = Object.fromEntries(Object.entries(read).filter(([name]) => few.includes(name)));

async function press(user: User, name: string) {
  await user.click(await screen.findByRole('button', { name }));
}

async function toNextPage(sandbox: Sandbox, injectFault: () => void) {
  const { user } = await renderRoute(paths.things('size=10'), { sandbox });
  await screen.findByRole('table');
  injectFault();
  await press(user, 'Next page');
}

const flows: Readonly<Record<string, Flow>> = {
  'signing in': {
    route: 'POST /v1/auth/token',
    done: /^12 groups$/,
    async act(sandbox, injectFault) {
      const { user } = await renderRoute(paths.signIn(paths.groups()), { sandbox, as: null });
      await user.type(await screen.findByRole('textbox', { name: 'Username' }), 'writer');
      await user.type(screen.getByLabelText('Password'), 'sandbox-writer');
      injectFault();
      await press(user, 'Sign in');
    },
    ends: read,
  },
  'the list': {
    route: 'GET /things',
    done: /^Rows 1–10/,
    async act(sandbox, injectFault) {
      injectFault();
      await renderRoute(paths.things('size=10'), { sandbox });
    },
    ends: read,
  },
  'the next page': { route: 'GET /things', done: /^Rows 11–20/, act: toNextPage, ends: otherRead },
  'the group list': {
    route: 'GET /thingsgroup/listWithMeasures',
    done: /^12 groups$/,
    async act(sandbox, injectFault) {
      injectFault();
      await renderRoute(paths.groups(), { sandbox });
    },
    ends: otherRead,
  },
  'a refresh of the tokens': {
    route: 'POST /v1/auth/refresh',
    done: /^Rows 11–20/,
    act: (sandbox, injectFault) =>
      toNextPage(sandbox, () => {
        vi.setSystemTime(Date.now() + accessTokenLifeMs + 60_000);
        injectFault();
      }),
    ends: {
      ...read,
      // The service has not ended the session, so the refresh is attempted again.
      'a connection cut before the work': 'a countdown',
      'a connection cut after the work': 'a countdown',
      'a truncated body': 'a countdown',
      'HTML with 200': 'a countdown',
      'HTML with 502': 'a countdown',
      'an empty body': 'a countdown',
      'a 500': 'a countdown',
    },
  },
  'a save': {
    route: 'PUT /thingsgroup/{ThingsGroupId}',
    done: /^Saved\./,
    async act(sandbox, injectFault) {
      const group = sandbox.state.groups().find(({ name }) => name === 'Scooter Sharing');
      const { user } = await renderRoute(paths.group(group?.id ?? ''), { sandbox });
      await user.type(await screen.findByRole('textbox', { name: 'Group name' }), 's');
      injectFault();
      await press(user, 'Save');
    },
    ends: {
      ...read,
      // The change was stored, as a read of the group shows.
      'a connection cut after the work': 'done',
      'a truncated body': 'done',
      'HTML with 200': 'done',
      'HTML with 502': 'done',
      'an empty body': 'done',
      'a 503 with Retry-After': 'an alert',
    },
  },
};

const pass = fakeTime(500);

beforeEach(() => {
  // Save-Data turns prefetching off, so that each flow makes only its own calls.
  const value = { saveData: true };
  Reflect.defineProperty(navigator, 'connection', { value, configurable: true });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection');
});

describe.each(Object.entries(flows))('%s', (_flow, flow) => {
  it.each(Object.entries(flow.ends))('with %s ends in: %s', async (name, state) => {
    const open = new Set<Promise<unknown>>();
    const service = createSandbox({ things: 25 });
    async function fetch(...call: Parameters<Sandbox['fetch']>) {
      const answer = service.fetch(...call);
      open.add(answer);
      return answer.finally(() => open.delete(answer));
    }
    const sandbox = { ...service, fetch };
    const fault = Object.entries(faults).find(([own]) => own === name)?.[1];
    const calls = () => sandbox.state.requests().filter(({ route }) => route === flow.route).length;
    let before = 0;
    await flow.act(sandbox, () => {
      before = calls();
      sandbox.faults.add({ ...fault, route: flow.route, count: Infinity });
    });
    await waitFor(() => expect(calls()).toBeGreaterThan(before));
    await pass(15_000);
    // However long the sandbox takes for an attempt, the page has the same time between attempts.
    for (let more = 0; more < 45_000 && !states[state](flow); more += 500) {
      if (state !== 'still waiting') await act(() => Promise.allSettled(open));
      await pass(500);
    }
    const onScreen = Object.entries(states).filter(([, isThere]) => isThere(flow));
    expect(onScreen.map(([own]) => own)).toContain(state);
    expect(screen.queryByText(/undefined|NaN|\[object/)).not.toBeInTheDocument();
  });
});
