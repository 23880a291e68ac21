import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { createCertificate } from '../e2e/servers/certificate.ts';
import { readSample } from '../e2e/servers/proxyKinds.ts';
import { freePort } from '../src/testing/fixtures/gatewayProcess.ts';
import { temporaryFolder } from '../src/testing/fixtures/temporaryFolder.ts';
import {
  type BuiltStage,
  buildStages,
  findBuilder,
  pathOf,
  readContainerfile,
} from './containerfile.ts';
import { environmentOf, readCompose, readPairs } from './deployFiles.ts';
import { findProgram } from './getProxies.ts';
import { root } from './run.ts';

const stages = readContainerfile(join(root, 'Containerfile'));
const isRoot = process.getuid?.() === 0;
const run = (program: string, ...args: readonly string[]) =>
  spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

/** The previous step reports if there is none. */
const builders = [findBuilder(stages[0]?.image ?? '')].filter((name) => name !== undefined);
/** The address of a service that nobody calls in these tests. */
const service = { SIM_API_URL: 'http://127.0.0.1:9', SIM_CONSOLE_URL: 'http://127.0.0.1:9' };

const folder = temporaryFolder(afterAll);
// The image's user has to be able to reach the files below.
chmodSync(folder, 0o755);

const answers = (port: number, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' }).then(
    ({ status }) => status,
    () => undefined,
  );

describe.each(builders)('the image, built by %s', (builder) => {
  const name = `sim-console-test-${process.pid}`;
  afterAll(() => {
    run(builder, 'rm', '--force', name);
    run(builder, 'rmi', '--force', name);
  });

  const timeout = 15 * 60_000;
  it(
    'H25: serves without privileges, reports its health, and stops by itself',
    { timeout },
    async () => {
      // Podman's own format has no health checks.
      const format = builder === 'podman' ? ['--format', 'docker'] : [];
      const built = run(builder, 'build', ...format, '--file', 'Containerfile', '--tag', name, '.');
      expect([built.status, built.stderr]).toEqual([0, expect.anything()]);
      const port = await freePort();
      const limits = '--read-only --cap-drop ALL --security-opt no-new-privileges --tmpfs /tmp';
      const options = `--detach --name ${name} ${limits} --env SANDBOX=true`.split(' ');
      const started = run(builder, 'run', ...options, '--publish', `127.0.0.1:${port}:8080`, name);
      expect(started.stderr).toBe('');
      const health = () =>
        run(builder, 'inspect', '--format', '{{.State.Health.Status}}', name).stdout.trim();
      await expect.poll(health, { timeout: 60_000 }).toBe('healthy');
      expect(await answers(port, '/sign-in')).toBe(200);
      run(builder, 'stop', '--time', '45', name);
      expect(run(builder, 'inspect', '--format', '{{.State.ExitCode}}', name).stdout.trim()).toBe(
        '0',
      );
    },
  );
});

/** Starts a program, and stops it after the test if it is still running. */
function start(command: readonly string[], options: Parameters<typeof spawn>[2]) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => void (output += text));
  }
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, output: () => output };
}

async function stop(child: ChildProcess): Promise<number | null> {
  // Not "exit", which may come before the last of its output.
  const exit = once(child, 'close');
  child.kill('SIGTERM');
  await exit;
  return child.exitCode;
}

/** A container's user, if this process may start programs as another user. */
function userOf({ user }: BuiltStage) {
  const [uid = 0, gid = 0] = user.split(':').map(Number);
  return isRoot ? { uid, gid } : {};
}

describe('the release archive, as the steps of the Containerfile build it', () => {
  let stage: BuiltStage;
  let app: string;
  beforeAll(() => {
    stage = buildStages(stages, { context: root, folder });
    app = join(stage.root, stage.workdir);
    // What a read-only file system does; here the owner is another user, unless this process has only one.
    if (!isRoot) {
      for (const path of globSync(`${app}/**`)) {
        if (!path.startsWith(join(app, 'data'))) chmodSync(path, 0o555);
      }
      chmodSync(app, 0o555);
    }
  }, 600_000);
  afterAll(() => {
    if (!isRoot) for (const path of [app, ...globSync(`${app}/**`)]) chmodSync(path, 0o755);
  });

  it('H25: serves as the image’s user, writes only to the volume, reports its health, and stops by itself', async () => {
    const port = await freePort();
    const env = { ...stage.env, ...service, PATH: pathOf(stage), PORT: String(port) };
    // Outside a container, 0.0.0.0 would open it to other machines.
    const options = { cwd: app, env: { ...env, HOST: '127.0.0.1' }, ...userOf(stage) };
    const files = () => globSync('**', { cwd: app, exclude: ['data/**'] }).toSorted();
    const before = files();
    const [program = '', ...args] = stage.entrypoint;
    const check = spawnSync(program, [...args, '--check'], { ...options, encoding: 'utf8' });
    expect([check.status, check.stderr]).toEqual([0, '']);

    const { child, output } = start(stage.entrypoint, options);
    await expect.poll(() => answers(port, '/healthz'), { timeout: 60_000 }).toBe(200);
    const [test = '', ...script] = stage.healthcheck;
    const health = () => spawnSync(test, script, { ...options, encoding: 'utf8' }).status;
    expect(health()).toBe(0);
    expect(await answers(port, '/sign-in')).toBe(200);
    expect(stage.volumes).toEqual([`${stage.workdir}/data`]);
    expect(existsSync(join(app, 'data/console.db'))).toBe(true);
    expect(files()).toEqual(before);
    const list = spawnSync(program, [...args, 'sessions', 'list'], {
      ...options,
      encoding: 'utf8',
    });
    expect(list.stderr).toBe('0 sessions\n');

    expect(await stop(child)).toBe(0);
    expect(output()).toContain('"event":"stopped"');
    expect(health()).toBe(1);
  });

  it('H25: starts with the systemd unit’s command line, in the folder that it may write to', async () => {
    const state = join(folder, 'state');
    mkdirSync(state);
    const { uid, gid } = { uid: 1000, gid: 1000, ...userOf(stage) };
    if (isRoot) chownSync(state, uid, gid);
    const unit = Object.fromEntries(readPairs('deploy/sim-console.service'));
    expect(unit['WorkingDirectory']).toBe(`%S/${unit['StateDirectory']}`);
    const command = (unit['ExecStart'] ?? '')
      .replace('/usr/bin/node', join(stage.root, 'usr/local/bin/node'))
      .replace('/opt/sim-console/', `${app}/`)
      .split(' ');
    const port = await freePort();
    const env = {
      ...environmentOf('deploy/sim-console.service'),
      ...Object.fromEntries(readPairs('deploy/environment')),
      PORT: String(port),
    };
    const { child } = start(command, { cwd: state, env, ...userOf(stage) });
    await expect.poll(() => answers(port, '/readyz'), { timeout: 60_000 }).toBe(200);
    expect(existsSync(join(state, 'data/console.db'))).toBe(true);
    expect(await stop(child)).toBe(0);
  });
});

const analyzers = [findProgram('systemd-analyze')].flatMap((found) => found ?? []);

describe.each(analyzers)('systemd itself ($path)', ({ path, env }) => {
  const analyze = (...args: readonly string[]) =>
    spawnSync(path, args, { encoding: 'utf8', env: { ...process.env, ...env } });
  const unit = join(folder, 'sim-console.service');

  it('knows each line of the unit and its drop-in for PostgreSQL', () => {
    const text = readFileSync(join(root, 'deploy/sim-console.service'), 'utf8');
    const verify = (edited: string) => {
      writeFileSync(unit, edited.replace('/usr/bin/node', process.execPath));
      const { status, stderr } = analyze('verify', '--man=no', unit);
      return { status, problems: stderr.split('\n').filter((line) => line.includes(unit)) };
    };
    mkdirSync(`${unit}.d`);
    copyFileSync(join(root, 'deploy/postgres.conf'), join(`${unit}.d`, 'postgres.conf'));
    expect(verify(text)).toEqual({ status: 0, problems: [] });
    expect(verify(text.replace('PrivateTmp', 'PrivateTemp')).problems).toHaveLength(1);
  });

  it('finds little that the unit leaves open', () => {
    const { stdout } = analyze('security', '--offline=true', '--no-pager', unit);
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(1.5);
  });
});

const proxies = [findProgram('haproxy')].flatMap((found) => found ?? []);

it.each(proxies)(
  'HAProxy accepts its sample together with the addition from compose.yaml',
  (haproxy) => {
    const { cert, key } = createCertificate('localhost');
    writeFileSync(join(folder, 'both.pem'), `${cert}${key}`);
    const written = '/etc/haproxy/sim.example.com.pem';
    const sample = readSample('haproxy-several.cfg', [[written, join(folder, 'both.pem')]]);
    writeFileSync(join(folder, 'haproxy.cfg'), sample);
    const added = readCompose().configs['proxy-log']?.file ?? '';
    copyFileSync(join(root, added), join(folder, 'log.cfg'));
    const files = ['haproxy.cfg', 'log.cfg'].flatMap((name) => ['-f', join(folder, name)]);
    const checked = spawnSync(haproxy.path, ['-c', ...files], {
      encoding: 'utf8',
      env: { ...process.env, ...haproxy.env },
    });
    expect([checked.status, checked.stderr]).toEqual([0, '']);
  },
);
