import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';

import { drawnFolder } from '../src/contract/drawnPage.ts';

const root = resolve(import.meta.dirname, '..');
const texts = globSync('dist/**/*.{css,html,js,json,svg}', { cwd: root });

/** Addresses in code that are never requested: XML namespaces, links in error messages, and a reserved host name. */
const harmless = [
  'http://www.w3.org/',
  'http://schemas.openxmlformats.org/',
  'https://here.invalid',
  'https://react.dev/errors/',
  'https://reactrouter.com/',
  'https://mui.com/production-error/',
  'https://github.com/ungap/url-search-params',
];

describe('the build', () => {
  let modules: readonly string[] = [];
  let scripts: readonly string[] = [];

  beforeAll(async () => {
    // As in the shell of many a developer; it must not change the build.
    vi.stubEnv('NODE_ENV', 'development');
    const built = await build({ root, logLevel: 'silent', build: { write: false } });
    const outputs = [built].flat().flatMap((part) => ('output' in part ? part.output : []));
    const chunks = outputs.filter((output) => output.type === 'chunk');
    modules = chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => relative(root, id)));
    // The script that shows the list before the console runs has a build of its own (scripts/drawnPage.ts).
    const drawn = z.object({ script: z.string() });
    const { script } = drawn.parse(
      JSON.parse(readFileSync(join(root, 'dist', drawnFolder, 'files.json'), 'utf8')),
    );
    scripts = [...chunks.map(({ fileName }) => fileName), script].map((file) => `dist/${file}`);
  });

  afterAll(() => {
    vi.unstubAllEnvs();
  });

  it('contains only the files checked here', () => {
    expect(modules).toContain('src/main.tsx');
    expect(texts.filter((file) => file.endsWith('.js')).toSorted()).toEqual(scripts.toSorted());
  });

  it('contains no code of the sandbox, the gateway or the tests', () => {
    const foreign = /^(?:src\/(?:sandbox|gateway|testing)|e2e|scripts)\/|\.test\./;
    expect(modules.filter((id) => foreign.test(id))).toEqual([]);
    const secret = 'sandbox-writer';
    expect(texts.filter((file) => readFileSync(join(root, file), 'utf8').includes(secret))).toEqual(
      [],
    );
  });

  it('scales text with the font size set in the browser', () => {
    const styles = texts.filter((file) => file.endsWith('.css'));
    const fixed = styles.flatMap(
      (file) =>
        readFileSync(join(root, file), 'utf8').match(/font(?:-size)?:(?![^;}]*--px)[^;}]*\dpx/g) ??
        [],
    );
    expect(styles.length).toBeGreaterThan(3);
    expect(fixed).toEqual([]);
  });

  it('H22: mentions no other origin', () => {
    const named = texts.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return [...text.matchAll(/(?:(?:https?|wss?):)?\/\/[\w-]+(?:\.[\w-]+)+[^\s"'`)<>\\]*/g)].map(
        ([address]) => ({ file, address }),
      );
    });
    expect(named.length).toBeGreaterThan(0);
    expect(
      named.filter(({ address }) => !harmless.some((start) => address.startsWith(start))),
    ).toEqual([]);
  });

  it('reveals nothing about its source code', () => {
    expect(globSync('dist/**/*.map', { cwd: root })).toEqual([]);
    expect(texts.filter((file) => readFileSync(join(root, file), 'utf8').includes(root))).toEqual(
      [],
    );
  });
});
