import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import * as protocol from '../src/contract/session.ts';

const root = resolve(import.meta.dirname, '..');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
const files = globSync('{*,.*,{.ci,deploy,docs,e2e,public,scripts,src}/**/*}', { cwd: root });
const { scripts: programs, engines } = z
  .object({
    scripts: z.record(z.string(), z.string()),
    engines: z.object({ node: z.string() }),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
const scripts = Object.keys(programs);

/** Folders that only a build or test run creates. */
const made = /^(?:dist|node_modules|test-results)(?:\/|$)/;

/** Paths of this project in a document's code and links. */
function pathsIn(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8');
  const prose = text.replaceAll(/^```.*?^```/gms, '');
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const named = spans.filter(
    (span) =>
      /^(?:\.ci|deploy|docs|e2e|public|scripts|src)(?:\/[\w.*/-]*)?$/.test(span) ||
      /^[\w.*/-]+\.(?:css|html|md|mjs|svg|ts|tsx|yml)$/.test(span),
  );
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .map((target) => relative(root, resolve(root, dirname(document), target)));
  return [...named, ...links].filter((path) => !made.test(path));
}

/** Whether a path, a pattern or the end of a path exists. */
function exists(path: string): boolean {
  if (path.includes('*')) return globSync(path, { cwd: root }).length > 0;
  return existsSync(join(root, path)) || files.some((file) => file.endsWith(`/${path}`));
}

describe('documents', () => {
  it('name one version of Node, the one in package.json', () => {
    // Decisions also say what was true when they were made.
    const named = documents
      .filter((document) => !document.startsWith('docs/decisions/'))
      .flatMap((document) => [
        ...readFileSync(join(root, document), 'utf8').matchAll(/\bNode(?:\.js)? (\d[\d.]*\d)/g),
      ])
      .map(([, version]) => version);
    expect(named).toContain(engines.node.replace('>=', ''));
    expect(new Set(named).size).toBe(1);
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toMatch(/\bNode \d/);
  });

  it('contain only pictures that npm run pictures has taken, and all of them', () => {
    const pictures = globSync('docs/**/*.{gif,jpg,jpeg,png,svg,webp}', { cwd: root });
    const shown = documents.flatMap((document) =>
      [...readFileSync(join(root, document), 'utf8').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(
        ([, path = '']) => join(dirname(document), path),
      ),
    );
    expect(shown.toSorted()).toEqual(pictures.toSorted());
    expect(pictures.length).toBeGreaterThan(3);
    for (const path of pictures) {
      const picture = readFileSync(join(root, path));
      // The script stores the digest next to the picture, and e2e/pictures.e2e.ts compares the page.
      const [digest] = readFileSync(join(root, path.replace(/png$/, 'txt')), 'utf8').split('\n');
      expect([path, createHash('sha256').update(picture).digest('hex')]).toEqual([path, digest]);
      expect([path, picture.length < 200_000]).toEqual([path, true]);
    }
  });

  it('name every header of a request that a proxy must forward', () => {
    const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8').toLowerCase();
    const [rule] = /^- forward [^.]+`sec-fetch-site`[^.]+\./m.exec(operations) ?? [];
    const { gatewayErrorHeader, ...names } = protocol;
    const sent = Object.entries(names).filter(([name]) => name.endsWith('Header'));
    expect([sent.length, gatewayErrorHeader]).toEqual([4, 'x-sim-gateway-error']);
    for (const [, header] of sent) expect(rule).toContain(`\`${String(header)}\``);
  });

  it.each(documents)('%s mentions only paths that exist', (document) => {
    expect(pathsIn(document).filter((path) => !exists(path))).toEqual([]);
  });

  it.each(documents)('%s mentions only npm scripts that exist, and others with npx', (document) => {
    const text = readFileSync(join(root, document), 'utf8');
    const named = [...text.matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
      ([, run, short]) => run ?? short,
    );
    expect(named.filter((name) => !scripts.includes(name ?? ''))).toEqual([]);
    // The machine's own Node may be too old.
    expect(text).not.toMatch(/(?<!npx )node (?:scripts|src)\//);
    // Samples for web servers expect compressed files.
    expect(text).not.toMatch(/vite build(?! [^`&]*&& npx node scripts\/compress\.ts)/);
  });

  it('list each requirement that a test or comment mentions, and each requirement has a test', () => {
    const requirements = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
    const defined = [...requirements.matchAll(/^\| (\w+) \|/gm)].map(([, id]) => id ?? '');
    const sources = files.filter((file) => /^(?:e2e|scripts|src)\/.*\.tsx?$/.test(file));
    const named = (paths: readonly string[], pattern: RegExp) =>
      new Set(
        paths.flatMap((path) =>
          [...readFileSync(join(root, path), 'utf8').matchAll(pattern)].flatMap(([found]) =>
            [...found.matchAll(/(?:TS?|S|C|F|N|R|H|V|L|Q|W)\d+/g)].map(([id]) => id),
          ),
        ),
      );
    // At the start of a title, separated by commas, or in brackets.
    const used = named(
      sources,
      /['`](?:(?:TS?|S|C|F|N|R|H|V|L|Q|W)\d{1,2},? ?)+:|\((?:TS?|S|C|F|N|R|H|V|L|Q|W)\d{1,2}\)/g,
    );
    expect([...used].filter((id) => !defined.includes(id))).toEqual([]);
    const tests = sources.filter((file) => /\.(?:e2e|test)\.tsx?$/.test(file));
    const tested = named(tests, /\b(?:TS?|S|C|F|N|R|H|V|L|Q|W)\d+\b/g);
    expect(defined.filter((id) => id !== 'id' && !tested.has(id))).toEqual([]);
    expect(used.size).toBeGreaterThan(50);
  });

  it('are actually checked: many paths are found in the architecture document, and a wrong path is reported', () => {
    expect(pathsIn('docs/ARCHITECTURE.md').length).toBeGreaterThan(20);
    expect(exists('src/api/nowhere.ts')).toBe(false);
    expect(exists('src/nowhere/*.ts')).toBe(false);
  });
});
