import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { alertsPageFixture, deliveryOf } from '#testing/fixtures/alertsPageFixture.ts';
import { expectText, expectTextSoon, textsOf } from '#testing/fixtures/expectText.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { figuresAt } from '#testing/fixtures/fleetFigures.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const pass = fakeTime();
const second = 1_000;

const webhook = { destination: 'webhook', to: 'hooks.example.com', stoppedAt: null } as const;
const { event: _, ...sent } = deliveryOf({ answer: null });
const pending = { ...sent, state: 'pending', tries: 0 } as const;

async function open(given: Parameters<typeof alertsPageFixture>[0]) {
  const gateway = alertsPageFixture(given);
  const page = await renderRoute(paths.alerts(), {
    sandbox: createSandbox({ things: 1 }),
    alerts: gateway.alerts,
  });
  const region = await screen.findByRole('region', { name: 'Messages' });
  return {
    ...page,
    gateway,
    region,
    lines: () => textsOf(within(within(region).getByRole('status')).getAllByText(/^to /)),
    reads: () => gateway.calls.filter((call) => call === 'GET').length,
  };
}

it('W9: messages are described where no destination is configured, and none can be tested', async () => {
  const { region } = await open({});
  expectText(/^Alerts are shown only here\. .*ALERT_WEBHOOK_URL/, region);
  expect(within(region).queryByRole('button')).not.toBeInTheDocument();
});

it('W9: messages are tested with a button, whose outcome appears as soon as it is known', async () => {
  const { user, gateway, region, lines, reads } = await open({ destinations: [webhook] });
  expect(lines()).toEqual(['Webhook to hooks.example.com.']);
  gateway.set({ tests: [pending] });
  await user.click(within(region).getByRole('button', { name: 'Send a test message' }));
  await expectTextSoon(/Test message: Waiting to be sent\.$/, region);
  expect(gateway.calls).toEqual(['GET', 'POST /test', 'GET']);
  gateway.set({ tests: [{ ...sent, answer: '204 No Content' }] });
  await pass(second);
  expect(lines()).toEqual([
    expect.stringMatching(/Test message: Sent at .*\. Last answer: “204 No Content”\.$/),
  ]);
  await pass(120 * second);
  expect(reads()).toBe(3);
});

it('W9: messages are checked less and less often while they are on their way, and then not at all', async () => {
  const { reads } = await open({ destinations: [webhook], tests: [pending] });
  await pass(7 * second);
  expect(reads()).toBe(4);
  await pass(600 * second);
  expect(reads()).toBe(7);
});

it('W9: messages say why the test could not be requested', async () => {
  const { user, gateway } = await open({ destinations: [webhook] });
  gateway.failNext('refused');
  await user.click(screen.getByRole('button', { name: 'Send a test message' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Could not send a test message: .*gateway-1/,
  );
});

it('W9: messages say why they were given up without an attempt', async () => {
  const answer = 'The destination was changed before this message was sent';
  const given = { ...pending, state: 'failed', answer } as const;
  const { lines } = await open({ destinations: [webhook], tests: [given] });
  expect(lines()).toEqual([`Webhook to hooks.example.com. Test message: Not sent. ${answer}.`]);
});

it('W9: messages are reported as stopped by their receiver', async () => {
  await open({ destinations: [{ ...webhook, stoppedAt: figuresAt }] });
  expectText(/^No more messages go to hooks\.example\.com, .* since 22 Nov 2026, .* \(410\)\./);
});
