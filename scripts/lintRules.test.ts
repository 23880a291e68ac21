import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { lintFixtures, type Finding } from './lintFixtures.ts';
import { root } from './run.ts';

/** One violation for each kind of rule, because a plugin that does not load or lacks types reports nothing. */
const breaches: Readonly<Record<string, readonly [file: string, code: string]>> = {
  'typescript(no-floating-promises)': [
    'src/lib/floating.ts',
    `async function later() {}\nexport function now() {\n  later();\n}\n`,
  ],
  'typescript(switch-exhaustiveness-check)': [
    'src/lib/exhaustive.ts',
    `export function name(kind: 'a' | 'b') {\n  switch (kind) {\n    case 'a':\n      return 1;\n  }\n  return 2;\n}\n`,
  ],
  'typescript(TS2322)': ['src/lib/wrongType.ts', `export const wrong: number = 'text';\n`],
  'typescript(no-explicit-any)': ['src/lib/any.ts', `export const anything: any = 1;\n`],
  'typescript(no-non-null-assertion)': [
    'src/lib/assertion.ts',
    `export const first = (list: string[]) => list[0]!;\n`,
  ],
  'typescript(no-unsafe-assignment)': [
    'src/lib/unsafe.ts',
    `const parsed = JSON.parse('{}');\nexport { parsed };\n`,
  ],
  'import(no-default-export)': ['src/lib/standard.ts', `export default 1;\n`],
  'import(no-cycle)': [
    'src/lib/one.ts',
    `import { two } from './two.ts';\nexport const one = () => two;\n`,
  ],
  'oxc(no-barrel-file)': ['src/lib/index.ts', `export * from './one.ts';\n`],
  'eslint(no-restricted-imports)': [
    'src/contract/whole.ts',
    `import { z } from 'zod';\nexport const text = z.string();\n`,
  ],
  'react-hooks(rules-of-hooks)': [
    'src/ui/Hooks.tsx',
    `import { useState } from 'react';\nexport function Hooks({ on }: { on: boolean }) {\n  if (on) useState(0);\n  return null;\n}\n`,
  ],
  'react-hooks(exhaustive-deps)': [
    'src/ui/Effect.tsx',
    `import { useEffect } from 'react';\nexport function Effect({ run }: { run: () => void }) {\n  useEffect(() => run(), []);\n  return null;\n}\n`,
  ],
  'jsx-a11y(alt-text)': [
    'src/ui/Picture.tsx',
    `export const Picture = () => <img src="a.png" />;\n`,
  ],
  '@tanstack/query(no-rest-destructuring)': [
    'src/api/rest.ts',
    `import { useQuery } from '@tanstack/react-query';\nexport function useRest() {\n  const { data, ...rest } = useQuery({ queryKey: ['a'], queryFn: async () => 1 });\n  return [data, rest];\n}\n`,
  ],
  'vitest(no-focused-tests)': [
    'src/lib/focused.test.ts',
    `import { expect, it } from 'vitest';\nit.only('is alone', () => {\n  expect(1).toBe(1);\n});\n`,
  ],
  'vitest(no-restricted-vi-methods)': [
    'src/lib/mocked.test.ts',
    `import { vi } from 'vitest';\nvi.mock('./one.ts');\n`,
  ],
  'testing-library(no-container)': [
    'src/ui/Container.test.tsx',
    `import { render } from '@testing-library/react';\nimport { expect, it } from 'vitest';\nit('looks', () => {\n  const { container } = render(<p />);\n  expect(container.querySelector('p')).toBeDefined();\n});\n`,
  ],
  'playwright(no-wait-for-timeout)': [
    'e2e/waiting.e2e.ts',
    `import { test } from '@playwright/test';\ntest('waits', async ({ page }) => {\n  await page.waitForTimeout(1);\n});\n`,
  ],
  'eslint(no-restricted-globals)': [
    'e2e/sleeping.e2e.ts',
    `export const sleep = async () => new Promise((done) => setTimeout(done, 1));\n`,
  ],
  'unicorn(filename-case)': ['src/lib/Shouting.ts', `export const shouting = 1;\n`],
};

describe('lint', () => {
  let findings: readonly Finding[] = [];

  beforeAll(async () => {
    findings = await lintFixtures({
      ...Object.fromEntries(Object.values(breaches)),
      'src/lib/two.ts': `import { one } from './one.ts';\nexport const two = () => one;\n`,
      'e2e/engines/sleeping.e2e.ts': `import { setTimeout } from 'node:timers/promises';\nexport const sleep = setTimeout;\n`,
      'src/lib/sound.ts': `/** Correct code. */\nexport const sound = 1;\n`,
    });
  }, 240_000);

  it.each(Object.entries(breaches))('%s is reported', (rule, [file]) => {
    const rules = findings.filter((finding) => finding.file === file).map((found) => found.rule);
    expect(rules).toContain(rule);
  });

  it('a browser test may not import a fixed wait', () => {
    expect(findings).toContainEqual({
      rule: 'eslint(no-restricted-imports)',
      file: 'e2e/engines/sleeping.e2e.ts',
      line: 1,
    });
  });

  it('nothing is reported for correct code', () => {
    expect(findings.filter(({ file }) => file === 'src/lib/sound.ts')).toEqual([]);
  });
});

describe('what the linter has no rule for', () => {
  /** For `toMatchObject`, a RegExp is an object without keys, which anything matches: `saying` is for this. */
  const unchecked =
    /\.toMatchObject\((?:(?!\);\n)[^])*?(?:: |\[(?:[^()\n]*, )?|[[,]\n\s*)\/(?![/*])/;

  it('no test expects a RegExp inside an object, because anything matches it', () => {
    const code = globSync('{src,e2e,scripts}/**/*.ts{,x}', { cwd: root });
    const found = code.filter((file) => unchecked.test(readFileSync(join(root, file), 'utf8')));
    expect(found).toEqual([]);
    const call = (given: string) => ['expect(seen).toMatchObject(', given, ');\n'].join('');
    const all = ['{ a: /b/ }', '[1, /b/]', '[\n  /b/,\n]', '{ a: s(/b/) }', 's(1, /b/)'].map(call);
    expect(all.filter((one) => unchecked.test(one))).toEqual(all.slice(0, 3));
  });
});
