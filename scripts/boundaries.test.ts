import { readdirSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { lintFixtures, type Finding } from './lintFixtures.ts';

const anyModule = ['package', 'node'] as const;
const sharedByServers = ['contract', 'identifiers', 'lib', ...anyModule] as const;
const belowFeatures = ['api', 'tokens', 'ui', 'lib', 'paths', 'package'] as const;

/**
 * The allowed imports, listed independently of the linter's settings. Every pair of layers is tried, which proves that
 * imports not listed here are refused.
 */
const layers: Readonly<Record<string, Layer>> = {
  lib: { file: 'src/lib/one.ts', mayImport: [] },
  identifiers: { file: 'src/identifiers/one.ts', mayImport: [] },
  contract: { file: 'src/contract/one.ts', mayImport: ['zod'] },
  paths: { file: 'src/paths.ts', mayImport: [] },
  ui: { file: 'src/ui/One.tsx', mayImport: ['lib', 'package'] },
  api: {
    file: 'src/api/one.ts',
    mayImport: ['tokens', 'contract', 'identifiers', 'lib', 'package'],
  },
  tokens: {
    file: 'src/api/tokens/one.ts',
    mayImport: ['api', 'contract', 'identifiers', 'lib', 'package'],
  },
  things: {
    file: 'src/features/things/One.tsx',
    mayImport: ['things routes', 'identifiers', ...belowFeatures],
    mayImportTypes: ['contract'],
  },
  'things routes': {
    file: 'src/features/things/routes.tsx',
    mayImport: ['things', 'identifiers', ...belowFeatures],
    mayImportTypes: ['contract'],
  },
  groups: {
    file: 'src/features/groups/One.tsx',
    mayImport: ['history', 'identifiers', ...belowFeatures],
    mayImportTypes: ['contract'],
  },
  history: {
    file: 'src/features/history/One.tsx',
    mayImport: ['identifiers', ...belowFeatures],
    mayImportTypes: ['contract'],
  },
  app: {
    file: 'src/app/One.tsx',
    mayImport: ['things routes', ...belowFeatures],
    mayImportTypes: ['contract'],
  },
  main: { file: 'src/main.tsx', mayImport: ['app', 'things routes', ...belowFeatures] },
  demo: {
    file: 'src/demo/main.tsx',
    mayImport: ['app', 'things routes', 'sandbox', ...belowFeatures],
  },
  sandbox: { file: 'src/sandbox/one.ts', mayImport: sharedByServers },
  gateway: { file: 'src/gateway/one.ts', mayImport: ['upstream', 'tokens', ...sharedByServers] },
  upstream: {
    file: 'src/gateway/upstream.ts',
    mayImport: ['gateway', 'sandbox', 'tokens', ...sharedByServers],
  },
  testing: {
    file: 'src/testing/one.ts',
    mayImport: [
      ...belowFeatures,
      'identifiers',
      'contract',
      'things',
      'things routes',
      'groups',
      'history',
      'app',
      'sandbox',
      'gateway',
      'upstream',
      'tokens',
      'node',
    ],
  },
  'test of lib': {
    file: 'src/lib/one.test.ts',
    mayImport: ['lib', 'testing', 'sandbox', ...anyModule],
  },
  'test of things': {
    file: 'src/features/things/one.test.tsx',
    mayImport: [
      'things',
      'things routes',
      'identifiers',
      ...belowFeatures,
      'testing',
      'sandbox',
      'node',
    ],
    mayImportTypes: ['contract'],
  },
  'test of gateway': {
    file: 'src/gateway/one.test.ts',
    mayImport: ['gateway', 'upstream', 'tokens', 'testing', 'sandbox', ...sharedByServers],
  },
  e2e: {
    file: 'e2e/one.ts',
    mayImport: ['sandbox', 'gateway', 'upstream', 'testing', 'contract', 'paths', ...anyModule],
  },
  scripts: {
    file: 'scripts/one.ts',
    mayImport: ['app', 'e2e', 'testing', 'contract', 'lib', 'paths', 'vite.config', ...anyModule],
  },
  'vite.config': {
    file: 'vite.config.ts',
    mayImport: ['gateway', 'upstream', 'scripts', ...anyModule],
  },
};

interface Layer {
  readonly file: string;
  readonly mayImport: readonly string[];
  /** Allowed only with `import type`. */
  readonly mayImportTypes?: readonly string[];
}

/** External modules. */
const modules: Readonly<Record<string, string>> = {
  zod: 'zod/mini',
  package: 'react',
  node: 'node:fs',
};
const targets = [...Object.keys(layers), ...Object.keys(modules)];

interface Attempt {
  readonly from: string;
  readonly to: string;
  readonly kind: 'value' | 'type';
  readonly legal: boolean;
  readonly file: string;
  readonly line: number;
}

const attempts: readonly Attempt[] = Object.entries(layers).flatMap(([from, layer]) => {
  const pairs = targets.flatMap((to) => {
    const legal = layer.mayImport.includes(to);
    const legalType = legal || (layer.mayImportTypes ?? []).includes(to);
    // A layer that may import packages may also import zod.
    if (to === from || (to === 'zod' && layer.mayImport.includes('package'))) return [];
    return [
      { from, to, kind: 'value' as const, legal },
      { from, to, kind: 'type' as const, legal: legalType },
    ];
  });
  return pairs.map((pair, index) => ({ ...pair, file: layer.file, line: index + 1 }));
});

/** The import statement, with a relative path within a folder and to files outside `src`. */
function statement({ from, to, kind }: Pick<Attempt, 'from' | 'to' | 'kind'>): string {
  const target = modules[to] ?? specifier(layers[from]?.file ?? '', layers[to]?.file ?? '');
  return kind === 'type' ? `import type {} from '${target}';` : `import '${target}';`;
}

function specifier(from: string, to: string): string {
  const isNear = folderOf(from) === folderOf(to) || !to.startsWith('src/');
  if (!isNear) return `#${to.slice('src/'.length)}`;
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** The folder of a layer: `src/api`, or a folder per feature. */
function folderOf(file: string): string {
  return /^(?:src\/features\/[^/]+|src\/[^/]+|[^/]+)\//.exec(file)?.[0] ?? file;
}

const otherForms = {
  'export from': `export { one } from '#contract/one.ts';`,
  'export type from': `export type { One } from '#contract/one.ts';`,
  'dynamic import': `export const load = () => import('#contract/one.ts');`,
  'type in place': `export type Two = import('#contract/one.ts').One;`,
  'relative import': `import '../contract/one.ts';`,
  'import of the own folder by its name': `import '#lib/one.ts';`,
};

/** Allowed imports that are written in a forbidden way. */
const wrongWays = {
  'src/features/things/Far.tsx': `import '../../lib/one.ts';`,
  'src/features/things/Near.tsx': `import '#features/things/One.tsx';`,
  'src/api/tokens/far.ts': `import '../../lib/one.ts';`,
  'src/ui/Far.tsx': `import '../lib/one.ts';`,
};

describe('boundaries', () => {
  let findings: readonly Finding[] = [];

  beforeAll(async () => {
    const files: Record<string, string> = {};
    for (const attempt of attempts) {
      files[attempt.file] = `${files[attempt.file] ?? ''}${statement(attempt)}\n`;
    }
    files['src/lib/forms.ts'] = `${Object.values(otherForms).join('\n')}\n`;
    Object.assign(files, wrongWays);
    files['src/lib/lost.ts'] = `import '#contract/nowhere.ts';\n`;
    files['src/newFolder/one.ts'] = 'export const one = 1;\n';
    findings = await lintFixtures(files);
  }, 240_000);

  function isRefused(file: string, line: number): boolean {
    return findings.some(
      (finding) =>
        finding.rule === 'boundaries(dependencies)' &&
        finding.file === file &&
        finding.line === line,
    );
  }

  it.each(Object.keys(layers))('%s may import only what the table lists', (from) => {
    const own = attempts.filter((attempt) => attempt.from === from);
    const refused = own.filter(({ file, line }) => isRefused(file, line));
    expect(refused.map(statement)).toEqual(own.filter(({ legal }) => !legal).map(statement));
  });

  it.each(Object.keys(otherForms))('%s is an import too', (form) => {
    expect(isRefused('src/lib/forms.ts', Object.keys(otherForms).indexOf(form) + 1)).toBe(true);
  });

  it.each(Object.entries(wrongWays))('%s may not be written %s', (file) => {
    expect(isRefused(file, 1)).toBe(true);
  });

  it('an import of a missing file is refused', () => {
    expect(findings).toContainEqual({
      rule: 'boundaries(no-unknown-dependencies)',
      file: 'src/lib/lost.ts',
      line: 1,
    });
  });

  it('a file outside the layers is refused', () => {
    const unknown = findings.filter(({ rule }) => rule === 'boundaries(no-unknown-files)');
    expect(unknown.map(({ file }) => file)).toEqual(['src/newFolder/one.ts']);
  });

  it('every folder in src is in the table', () => {
    const files = Object.values(layers).map(({ file }) => file);
    for (const name of readdirSync(resolve(import.meta.dirname, '../src'))) {
      expect(files.some((file) => file.startsWith(`src/${name}`))).toBe(true);
    }
  });
});
