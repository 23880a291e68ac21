import { paths } from '../src/paths.ts';
import { serveSandbox } from '../src/sandbox/nodeServer.ts';
import { createSandbox, type Sandbox } from '../src/sandbox/sandbox.ts';
import { startProcess, type GatewayProcess } from '../src/testing/fixtures/gatewayProcess.ts';
import { startPostgres } from '../src/testing/fixtures/testPostgres.ts';
import { expect, signIn, test as base } from './fixtures.ts';
import { bodies, editorOf, groupIn } from './groupEditor.ts';
import { startRoundRobin } from './servers/roundRobin.ts';

interface Gateways {
  /** The load balancer's origin. */
  readonly origin: string;
  /** The service behind all gateways. */
  readonly service: Sandbox;
  /** Kills the oldest gateway without warning, and starts a replacement, which takes a while. */
  killNext(): Promise<void>;
  /** The number of gateways killed. */
  killed(): number;
}

const test = base.extend<{ gateways: Gateways }>({
  gateways: async ({}, use) => {
    const service = createSandbox({ things: 200 });
    const unexpected: unknown[] = [];
    const server = await serveSandbox(service, { host: '127.0.0.1', port: 0 }, (error) =>
      unexpected.push(error),
    );
    const postgres = await startPostgres();
    const running: GatewayProcess[] = [];
    const balancer = await startRoundRobin(() => running.map(({ port }) => port));
    const origin = `http://localhost:${balancer.port}`;
    const environment = {
      DATABASE_URL: await postgres.createDatabase(),
      SIM_API_URL: server.origin,
      SIM_CONSOLE_URL: server.origin,
      PUBLIC_ORIGIN: origin,
      DRAIN_SECONDS: '0',
    };
    running.push(...(await Promise.all([1, 2, 3].map(async () => startProcess({ environment })))));

    let killed = 0;
    let restart: Promise<void> | undefined;
    // The dead gateway stays in the balancer's list until its successor responds.
    async function replace(dead: GatewayProcess) {
      const successor = await startProcess({ environment });
      running.splice(running.indexOf(dead), 1);
      running.push(successor);
    }
    await use({
      origin,
      service,
      async killNext() {
        await restart;
        const [oldest] = running;
        if (!oldest) throw new Error('No gateway is running');
        await oldest.kill();
        killed++;
        restart = replace(oldest);
      },
      killed: () => killed,
    });

    await restart;
    await Promise.all(running.map(async (gateway) => gateway.kill()));
    await balancer.close();
    await postgres.stop();
    await server.close();
    expect(unexpected).toEqual([]);
  },
  baseURL: async ({ gateways }, use) => use(gateways.origin),
});

test('S3: three gateways on one database are killed one after the other, and a user at work notices nothing', async ({
  page,
  gateways,
}) => {
  await signIn(page);
  await expect(page.getByText('Rows 1–25')).toBeVisible();

  await gateways.killNext();
  await page.getByLabel('Thing name').fill('VAN');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('VAN-');

  await gateways.killNext();
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByText(/^As listed by the service at/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row').nth(1)).toContainText('VAN-');

  const { id } = groupIn(gateways.service, 'Scooter Sharing');
  await page.goto(paths.group(id));
  const editor = editorOf(page);
  for (const name of ['Scooters', 'Scooters North', 'Scooters South', 'Scooters East']) {
    await editor.name.fill(name);
    await gateways.killNext();
    await editor.save.click();
    await expect(editor.saved).toBeVisible();
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  expect(bodies(gateways.service)).toHaveLength(4);
  expect(gateways.killed()).toBe(6);
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('dialog')).toBeHidden();
});
