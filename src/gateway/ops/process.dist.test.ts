import { spawnSync } from 'node:child_process';
import { openSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';

import { afterEach, describe, expect, it } from 'vitest';

import {
  freePort,
  type GatewayProcess,
  inherited,
  startProcess,
} from '#testing/fixtures/gatewayProcess.ts';
import { builtSite, startedGateway } from '#testing/fixtures/startedGateway.ts';

let gateway: GatewayProcess;
afterEach(async () => gateway.kill());

const dropped = () => gateway.metric('sim_console_log_lines_dropped_total');

/** Requests this many pages on one connection, each of which adds a line to the log. */
async function pages(count: number): Promise<void> {
  const head = 'HEAD /things HTTP/1.1\r\nHost: localhost\r\n';
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(`${`${head}\r\n`.repeat(count - 1)}${head}Connection: close\r\n\r\n`);
  expect((await textOf(socket)).match(/^HTTP\/1\.1 200 /gm)).toHaveLength(count);
}

async function ended() {
  await expect.poll(() => gateway.end()).toBeDefined();
  return gateway.end();
}

function eventsIn(text: string): unknown[] {
  const lines = text.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line): unknown => Reflect.get(Object(JSON.parse(line)), 'event'));
}

const root = join(import.meta.dirname, '../../..');

describe('a test that starts a gateway', () => {
  const distDir = builtSite();

  it('leaves no database in the working directory, whichever service it names', async () => {
    const file = join(root, 'data/console.db');
    const before = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    const url = 'https://api.example.com';
    const environment = { SIM_API_URL: url, SIM_CONSOLE_URL: url };
    gateway = await startProcess({ environment });
    await (await startedGateway({ environment, distDir })).close();
    expect(statSync(file, { throwIfNoEntry: false })?.mtimeMs).toBe(before);
  });

  it('has put no database into the repository', () => {
    const { stdout } = spawnSync('git', ['ls-files', 'data', '*.db'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });
});

describe('H18: a log that cannot be written', () => {
  it('a stalled reader does not hold up requests, and learns how many lines it missed', async () => {
    gateway = await startProcess({ isRead: false });
    for (let turn = 0; turn < 9; turn++) await pages(1_000);
    const missing = await dropped();
    expect(missing).toBeGreaterThan(100);
    await pages(1);

    gateway.read();
    await expect.poll(() => gateway.output.stdout).toContain('"event":"log lines dropped"');
    const events = eventsIn(gateway.output.stdout);
    expect(gateway.output.stdout).toContain(`"event":"log lines dropped","lines":${missing + 1}}`);
    // Each page's line was either written or counted as dropped.
    expect(events.filter((event) => event === 'request').length + missing + 1).toBe(9_001);
  });

  it('a reader that stalls forever does not keep the process from exiting', async () => {
    gateway = await startProcess({ isRead: false });
    await pages(3_000);
    gateway.child.kill('SIGTERM');
    expect(await ended()).toEqual({ code: 0, signal: null });
  });

  it('a reader that leaves does not end the process', async () => {
    gateway = await startProcess({ isRead: false });
    gateway.child.stdout?.destroy();
    gateway.child.stderr?.destroy();
    await pages(200);
    gateway.child.kill('SIGTERM');
    expect(await ended()).toEqual({ code: 0, signal: null });
  });

  it('a full disk does not end the process, and the dropped lines are counted', async () => {
    gateway = await startProcess({ stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'] });
    for (let turn = 0; turn < 9; turn++) await pages(1_000);
    expect(await dropped()).toBeGreaterThan(100);
    gateway.child.kill('SIGTERM');
    expect(await ended()).toEqual({ code: 0, signal: null });
  });
});

describe('T13: a process that is asked to stop', () => {
  it('logs "stopped" last, and exits with 0', async () => {
    gateway = await startProcess();
    await pages(100);
    // A request's line is written once its answer has been sent.
    await expect.poll(() => gateway.lines('request').length).toBeGreaterThanOrEqual(100);
    gateway.child.kill('SIGTERM');
    expect(await ended()).toEqual({ code: 0, signal: null });
    expect(eventsIn(gateway.output.stdout).slice(-2)).toEqual(['stopping', 'stopped']);
  });

  it('serves while /readyz reports 503, ignores a second SIGTERM, and exits immediately on SIGINT', async () => {
    gateway = await startProcess({ environment: { DRAIN_SECONDS: '300' } });
    const ready = async () => (await fetch(`http://127.0.0.1:${gateway.port}/readyz`)).status;
    expect(await ready()).toBe(200);
    gateway.child.kill('SIGTERM');
    await expect.poll(ready).toBe(503);
    gateway.child.kill('SIGTERM');
    await pages(1);
    gateway.child.kill('SIGINT');
    expect(await ended()).toEqual({ code: 130, signal: null });
    expect(eventsIn(gateway.output.stdout).at(-1)).toBe('stopped');
  });
});

describe('H19: an unexpected error', () => {
  it.each([
    ['thrown', 'throw new TypeError("ge" + "heim")'],
    ['rejected', 'Promise.reject(new TypeError("ge" + "heim"))'],
  ])(
    'is logged without its message if %s, and ends the process with 1, so that a supervisor restarts it',
    async (_how, code) => {
      const failing = `process.on('SIGUSR2', () => { ${code} })`;
      gateway = await startProcess({ nodeOptions: [`--import=data:text/javascript,${failing}`] });
      gateway.child.kill('SIGUSR2');
      expect(await ended()).toEqual({ code: 1, signal: null });
      expect(gateway.output.stdout).toMatch(
        /^\{"time":"[^"]+","event":"fatal","error":"TypeError","stack":"at [^\n]+"\}$/m,
      );
      expect(gateway.output.stdout + gateway.output.stderr).not.toContain('geheim');
    },
  );

  it('is logged the same way while the gateway is starting', async () => {
    // The second port that the gateway listens on is its metrics port: it is already serving requests.
    const failing = `
      import { Server } from 'node:net';
      const { listen } = Server.prototype;
      let ports = 0;
      Server.prototype.listen = function (...given) {
        if (++ports === 2) process.nextTick(() => { throw new TypeError("ge" + "heim") });
        return listen.apply(this, given);
      };`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [`--import=data:text/javascript,${encodeURIComponent(failing)}`, 'src/gateway/main.ts'],
      {
        cwd: root,
        env: {
          ...inherited,
          PORT: '0',
          METRICS_PORT: String(await freePort()),
          SANDBOX_THINGS: '60',
        },
        encoding: 'utf8',
      },
    );
    expect(status).toBe(1);
    expect(eventsIn(stdout)).toContain('fatal');
    expect(stdout + stderr).not.toContain('geheim');
  });

  it('ends the process even if nobody reads its log', async () => {
    gateway = await startProcess({
      isRead: false,
      nodeOptions: [`--import=data:text/javascript,process.on('SIGUSR2', () => { throw 1 })`],
    });
    await pages(3_000);
    gateway.child.kill('SIGUSR2');
    expect(await ended()).toEqual({ code: 1, signal: null });
  });
});
