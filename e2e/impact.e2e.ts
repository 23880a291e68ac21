import type { Page } from '@playwright/test';

import { paths } from '../src/paths.ts';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';
import { sidewaysOverflow } from './layoutChecks.ts';

const route = 'GET /things';
const groupName = 'Scooter Sharing';
const tac = '86056704';

function figuresOf(sandbox: Sandbox) {
  const sims = sandbox.state.things().filter((thing) => thing.ThingsGroupName === groupName);
  const losing = sims.filter(({ IMEI, State }) => !IMEI.startsWith(tac) && State !== 'SUSPENDED');
  return { read: sims.length, losing: losing.length };
}

/** Opens the preview of a lock to the prefix in the editor. */
async function openPreview(page: Page, sandbox: Sandbox, name = groupName) {
  const group = sandbox.state.groups().find((candidate) => candidate.name === name);
  await page.goto(paths.group(group?.id ?? ''));
  await page.getByRole('button', { name: 'Locked', exact: true }).click();
  await page.getByLabel('IMEI prefix (TAC)').fill(tac);
  await page.getByRole('button', { name: 'Preview impact' }).click();
}

test('Q1: the remembered impact equals the one just read, and moves nothing while it loads or a prefix is typed', async ({
  page,
  sandbox,
}) => {
  await signIn(page, 'writer', { at: paths.groups() });
  await openPreview(page, sandbox);
  await expect(page.getByRole('button', { name: 'Read again' })).toBeVisible();
  const remembered = page.getByRole('region', { name: 'Impact as remembered' });
  const next = page.getByRole('button', { name: 'Hide impact' });
  const prefix = page.getByLabel('IMEI prefix (TAC)');
  const counted = remembered.getByText(/may lose service/);
  const { read, losing } = figuresOf(sandbox);
  await expect(page.getByText(`${losing} of ${read} SIMs may lose service.`)).toBeVisible();
  await expect(remembered).toContainText(`${read} SIMs: ${losing} may lose service.`);
  for (const width of [1440, 700, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await prefix.fill(`${tac}${width}`);
    await expect(counted).toBeVisible();
    const before = await next.boundingBox();
    const counting = Promise.withResolvers<void>();
    await page.route(/\/records\/fleet\/impact/, async (call) => {
      await counting.promise;
      await call.continue();
    });
    await prefix.press('Backspace');
    await expect(remembered.getByText('Counting…')).toBeVisible();
    const during = await next.boundingBox();
    counting.resolve();
    await expect(counted).toBeVisible();
    expect([width, during?.y]).toEqual([width, before?.y]);
  }

  // Nor does anything move when its code arrives after the prefix was typed.
  await page.setViewportSize({ width: 390, height: 800 });
  const code = Promise.withResolvers<void>();
  await page.route('**/RememberedImpact-*.js', async (part) =>
    code.promise.then(() => part.continue()),
  );
  await page.goto(page.url());
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('button', { name: 'Locked', exact: true }).click();
  await prefix.fill(tac);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const before = await save.boundingBox();
  await expect(remembered).toBeHidden();
  code.resolve();
  await expect(counted).toBeVisible();
  expect(await save.boundingBox()).toEqual(before);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test(
    'each state is accessible: running, waiting on 429, stopped, resumed and complete',
    { tag: '@long' },
    async ({ page, sandbox, sendHeldAnswers, expectFailedRequests }) => {
      expectFailedRequests(429);
      await signIn(page, 'writer', { at: paths.groups() });
      sandbox.faults.add({ route, delayMs: 1 });
      sandbox.faults.add({ route, status: 429, retryAfter: '120', skip: 2 });
      await openPreview(page, sandbox);
      await expect(
        page.getByRole('progressbar', { name: /Reading the group’s SIMs/ }),
      ).toBeVisible();
      await expectAccessible(page);
      await sendHeldAnswers();

      const wait = page.getByRole('status').filter({ hasText: /Trying again in \d+ s/ });
      await expect(wait).toBeVisible();
      await expectAccessible(page);

      await page.getByRole('button', { name: 'Stop reading' }).click();
      await expect(page.getByText(/^At least \d+ of \d+ SIMs read/)).toBeVisible();
      await expect(page.getByText(/^Stopped after \d+ SIMs/)).toBeVisible();
      await expectAccessible(page);
      const first = page.getByRole('button', { name: /^Show SIMs/ }).first();
      await first.click();
      await expect(first).toHaveAttribute('aria-expanded', 'true');
      await expectAccessible(page);
      await expect.poll(() => sidewaysOverflow(page)).toBe(0);
    },
  );

  test(
    'is accessible after a failure and for an empty group',
    { tag: '@long' },
    async ({ page, sandbox, expectFailedRequests }) => {
      expectFailedRequests(403);
      await signIn(page, 'writer', { at: paths.groups() });
      sandbox.faults.add({ route, skip: 1, status: 403, count: Number.POSITIVE_INFINITY });
      await openPreview(page, sandbox);
      await expect(page.getByRole('alert')).toContainText('Request ID');
      await expect(page.getByText(/^At least \d+ of 50 SIMs read/)).toBeVisible();
      await expectAccessible(page);
      sandbox.faults.clear();
      await page.getByRole('button', { name: 'Continue reading' }).click();
      const { read, losing } = figuresOf(sandbox);
      await expect(page.getByText(`${losing} of ${read} SIMs may lose service.`)).toBeVisible();
      await expectAccessible(page);

      await openPreview(page, sandbox, 'New Contract');
      await expect(page.getByText('The service lists no SIMs for this group.')).toBeVisible();
      await expectAccessible(page);
    },
  );
});
