import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { get, IncomingMessage } from 'node:http';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';

import { startProcess } from '../src/testing/fixtures/gatewayProcess.ts';
import { temporaryFolder } from '../src/testing/fixtures/temporaryFolder.ts';
import { call, signIn } from '../src/testing/load/consoleClient.ts';
import { readManifest } from './release/bundleGateway.ts';
import { nodeProblem } from './release/nodeProblem.ts';

const root = resolve(import.meta.dirname, '..');
const { name, version, engines } = readManifest();
const full = `${name}-${version}`;
const parts = [`${full}.tar.gz`, `${full}.tar.gz.sha256`, `${full}.cdx.json`];

/** Two releases from the same build of the page, and the first one unpacked, outside of the project. */
const temporary = temporaryFolder(afterAll);
const [first, second] = [join(temporary, 'first'), join(temporary, 'second')];
const folder = join(temporary, 'unpacked', full);

beforeAll(() => {
  for (const out of [first, second]) {
    execFileSync(process.execPath, ['scripts/release.ts', '--built', `--out=${out}`], {
      cwd: root,
    });
  }
  mkdirSync(join(temporary, 'unpacked'));
  execFileSync('tar', ['-xzf', join(first, `${full}.tar.gz`), '-C', join(folder, '..')]);
});

/** Runs the release's program to completion. */
function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args], {
    cwd: folder,
    env: { SANDBOX: 'true', ...environment },
    encoding: 'utf8',
    timeout: 240_000,
  });
  return { status, stdout, stderr };
}

const program = 'sim-console.mjs';
const filesOf = (pattern: string) =>
  globSync([pattern, `.*/${pattern}`, `dist/.*/${pattern}`], { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('H24: the files of a release', () => {
  it('are the same, byte for byte, when built again', () => {
    const changed = parts.filter(
      (part) => !readFileSync(join(first, part)).equals(readFileSync(join(second, part))),
    );
    expect(changed).toEqual([]);
  });

  it('have a digest that sha256sum accepts, and that exposes a changed archive', () => {
    const check = () =>
      spawnSync('sha256sum', ['-c', `${full}.tar.gz.sha256`], { cwd: second }).status;
    expect(check()).toBe(0);
    execFileSync('/bin/sh', ['-c', `printf x >> ${full}.tar.gz`], { cwd: second });
    expect(check()).not.toBe(0);
  });

  it('contain no path of this machine, and no file that only the build reads', () => {
    const files = filesOf('**/*');
    expect(files.length).toBeGreaterThan(50);
    const paths = [root, `${homedir()}/`, `${tmpdir()}/`];
    const found = [...files, join(first, parts[2] ?? '')].filter((file) => {
      const content = readFileSync(file, 'latin1');
      return paths.some((path) => content.includes(path));
    });
    expect(found).toEqual([]);
    expect(existsSync(join(folder, 'dist/.vite'))).toBe(false);
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  });

  it('have the systemd unit, and each document that it and other files name', () => {
    const unit = 'deploy/sim-console.service';
    expect(readFileSync(join(folder, unit), 'utf8')).toBe(readFileSync(join(root, unit), 'utf8'));
    const named = ['README.txt', 'deploy/*', '**/*.{md,mjs}'].flatMap(filesOf).flatMap((file) => {
      const content = readFileSync(file, 'utf8');
      return content.match(/(?<![\w/])docs\/[\w./-]*\w|\bCHANGELOG\.md/g) ?? [];
    });
    expect(named).toEqual(expect.arrayContaining(['docs/operations.md', 'CHANGELOG.md']));
    expect(named.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
  });
});

const bom = z.object({
  serialNumber: z.string(),
  metadata: z.object({
    component: z.object({ name: z.string(), version: z.string() }),
    timestamp: z.optional(z.string()),
  }),
  components: z.array(z.object({ name: z.string(), version: z.string() })),
});
const lockfile = z.object({
  packages: z.record(z.string(), z.object({ dev: z.optional(z.boolean()) })),
});

describe('H24: the list of what is inside', () => {
  const read = () => bom.parse(JSON.parse(readFileSync(join(first, parts[2] ?? ''), 'utf8')));
  const names = () => read().components.map((component) => component.name);

  it('contains the version, but neither a time nor a random number', () => {
    const { metadata, serialNumber } = read();
    expect(metadata).toEqual({ component: { name, version } });
    expect(serialNumber).toMatch(/^urn:uuid:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  it('has each package that the bundle contains, and those of the page', () => {
    // The bundler writes the path of each module as a comment.
    const bundled = filesOf('gateway/*.mjs').flatMap((file) => {
      const content = readFileSync(file, 'utf8');
      const modules = content.matchAll(/^\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm);
      return [...modules].map(([, found]) => found);
    });
    expect(new Set(bundled).size).toBeGreaterThan(15);
    const wanted = [...bundled, 'react', 'react-dom', '@mui/material', '@emotion/react', 'd3-geo'];
    expect(names()).toEqual(expect.arrayContaining(wanted));
  });

  it('has no package that only development needs, and each has its license in the archive', () => {
    const { packages } = lockfile.parse(
      JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')),
    );
    const isForDevelopment = (one: string) => packages[`node_modules/${one}`]?.dev === true;
    expect(names().filter(isForDevelopment)).toEqual([]);
    const licenses = readFileSync(join(folder, 'LICENSES.txt'), 'utf8');
    const without = read().components.filter(
      (one) => !licenses.includes(`\n${one.name}@${one.version}\n`),
    );
    expect(without).toEqual([]);
  });
});

/** Opens the list as a browser does; `fetch` sets some of these headers itself. */
async function openPage(port: number, cookie: string): Promise<string> {
  const headers = { cookie, 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };
  const sent = get({ host: '127.0.0.1', port, path: '/things', headers });
  const [answer] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(sent, 'response'));
  return text(answer);
}

describe('H24: an unpacked release', () => {
  it('serves the console and its rows, and its commands read the same database', async () => {
    const DATABASE_URL = `sqlite:${join(temporary, 'console.db')}`;
    const gateway = await startProcess({ release: folder, environment: { DATABASE_URL } });
    onTestFinished(gateway.kill);
    const cookie = await signIn(gateway.port, 'writer', 'sandbox-writer');
    const rows = await call(gateway.port, cookie, { path: '/api/things?limit=5' });
    const things: unknown = JSON.parse(rows.text);
    expect(things).toHaveLength(5);
    // Read by the thread, whose file is found.
    const changes = await call(gateway.port, cookie, { path: '/records/changes' });
    expect([changes.status, changes.text]).toEqual([200, expect.stringContaining('"changes":[]')]);
    expect(await openPage(gateway.port, cookie)).toContain('<tbody');

    const listed = run([program, 'sessions', 'list'], { DATABASE_URL });
    expect([listed.status, listed.stderr]).toEqual([0, '1 session\n']);
    expect(listed.stdout).toMatch(/\twriter\t/);
    const fleet = run([program, 'fleet', 'list'], { DATABASE_URL });
    expect([fleet.status, fleet.stderr]).toEqual([0, '1 customer\n']);
    expect(await gateway.stop()).toBe(0);
  });

  it('knows the models of the sandbox', () => {
    expect(run([program, '--check'])).toEqual({
      status: 0,
      stdout: 'The configuration is valid.\n',
      stderr: '',
    });
    expect(existsSync(join(folder, 'gateway/tacNames.csv'))).toBe(true);
  });

  it('names itself in its help, as it was invoked', () => {
    const { stdout } = run([program, '--help']);
    expect(stdout).toContain('  node sim-console.mjs --check ');
    expect(run([program, 'sessions', '--help']).stdout).toContain(
      '  node sim-console.mjs sessions end-user USERNAME end all sessions of a user, in any letter case\n',
    );
    expect(run([program, 'fleet']).stderr).toContain(
      'node sim-console.mjs fleet erase CUSTOMER_ID',
    );
    for (const help of [[], ['sessions'], ['fleet']]) {
      expect(run([program, ...help, '--help']).stdout).not.toContain('npm run');
    }
  });

  it('says in one sentence which Node it needs, when run on one that is too old', () => {
    const fake = `data:text/javascript,Object.defineProperty(process,'version',{value:'v20.19.1'})`;
    const lowest = engines.node.replace('>=', '');
    expect(run(['--import', fake, program])).toEqual({
      status: 1,
      stdout: '',
      stderr: `SIM Console needs Node ${lowest} or newer, but this is Node 20.19.1.\n`,
    });
  });

  it('says so even on Node 12: it has no newer syntax, and no import before that', async () => {
    const code = readFileSync(join(folder, program), 'utf8');
    const print = async (target: string) =>
      (await transformWithOxc(code, program, { target, sourcemap: false })).code;
    expect(await print('es2019')).toBe(await print('esnext'));
    expect(code).not.toMatch(/^\s*import[\s{*'"]/m);
    expect(code).not.toContain('node:');
  });
});

describe('H24: the lowest version of Node', () => {
  it.each([
    ['v22.22.0', false],
    ['v22.22.1', false],
    ['v24.0.0', false],
    ['v22.21.9', true],
    ['v20.99.0', true],
    ['v9.9.9', true],
  ])('%s is too old: %s', (running, isTooOld) => {
    expect(nodeProblem(running, '22.22') !== undefined).toBe(isTooOld);
  });
});
