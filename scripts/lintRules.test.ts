import { beforeAll, describe, expect, it } from 'vitest';

import { lintFixtures, type Finding } from './lintFixtures.ts';

/** One violation for each kind of rule, because a plugin that does not load or lacks types reports nothing. */
const breaches = {
  'typescript(no-floating-promises)': {
    file: 'src/lib/floating.ts',
    code: `async function later() {}\nexport function now() {\n  later();\n}\n`,
  },
  'typescript(switch-exhaustiveness-check)': {
    file: 'src/lib/exhaustive.ts',
    code: `export function name(kind: 'a' | 'b') {\n  switch (kind) {\n    case 'a':\n      return 1;\n  }\n  return 2;\n}\n`,
  },
  'typescript(TS2322)': {
    file: 'src/lib/wrongType.ts',
    code: `export const wrong: number = 'text';\n`,
  },
  'typescript(no-explicit-any)': {
    file: 'src/lib/any.ts',
    code: `export const anything: any = 1;\n`,
  },
  'typescript(no-non-null-assertion)': {
    file: 'src/lib/assertion.ts',
    code: `export const first = (list: string[]) => list[0]!;\n`,
  },
  'typescript(no-unsafe-assignment)': {
    file: 'src/lib/unsafe.ts',
    code: `const parsed = JSON.parse('{}');\nexport { parsed };\n`,
  },
  'import(no-default-export)': {
    file: 'src/lib/standard.ts',
    code: `export default 1;\n`,
  },
  'import(no-cycle)': {
    file: 'src/lib/one.ts',
    code: `import { two } from './two.ts';\nexport const one = () => two;\n`,
  },
  'oxc(no-barrel-file)': {
    file: 'src/lib/index.ts',
    code: `export * from './one.ts';\n`,
  },
  'eslint(no-restricted-imports)': {
    file: 'src/contract/whole.ts',
    code: `import { z } from 'zod';\nexport const text = z.string();\n`,
  },
  'react-hooks(rules-of-hooks)': {
    file: 'src/ui/Hooks.tsx',
    code: `import { useState } from 'react';\nexport function Hooks({ on }: { on: boolean }) {\n  if (on) useState(0);\n  return null;\n}\n`,
  },
  'react-hooks(exhaustive-deps)': {
    file: 'src/ui/Effect.tsx',
    code: `import { useEffect } from 'react';\nexport function Effect({ run }: { run: () => void }) {\n  useEffect(() => run(), []);\n  return null;\n}\n`,
  },
  'jsx-a11y(alt-text)': {
    file: 'src/ui/Picture.tsx',
    code: `export const Picture = () => <img src="a.png" />;\n`,
  },
  '@tanstack/query(no-rest-destructuring)': {
    file: 'src/api/rest.ts',
    code: `import { useQuery } from '@tanstack/react-query';\nexport function useRest() {\n  const { data, ...rest } = useQuery({ queryKey: ['a'], queryFn: async () => 1 });\n  return [data, rest];\n}\n`,
  },
  'vitest(no-focused-tests)': {
    file: 'src/lib/focused.test.ts',
    code: `import { expect, it } from 'vitest';\nit.only('is alone', () => {\n  expect(1).toBe(1);\n});\n`,
  },
  'vitest(no-restricted-vi-methods)': {
    file: 'src/lib/mocked.test.ts',
    code: `import { vi } from 'vitest';\nvi.mock('./one.ts');\n`,
  },
  'testing-library(no-container)': {
    file: 'src/ui/Container.test.tsx',
    code: `import { render } from '@testing-library/react';\nimport { expect, it } from 'vitest';\nit('looks', () => {\n  const { container } = render(<p />);\n  expect(container.querySelector('p')).toBeDefined();\n});\n`,
  },
  'playwright(no-wait-for-timeout)': {
    file: 'e2e/waiting.e2e.ts',
    code: `import { test } from '@playwright/test';\ntest('waits', async ({ page }) => {\n  await page.waitForTimeout(1);\n});\n`,
  },
  'eslint(no-restricted-globals)': {
    file: 'e2e/sleeping.e2e.ts',
    code: `export const sleep = async () => new Promise((done) => setTimeout(done, 1));\n`,
  },
  'unicorn(filename-case)': {
    file: 'src/lib/Shouting.ts',
    code: `export const shouting = 1;\n`,
  },
};

describe('lint', () => {
  let findings: readonly Finding[] = [];

  beforeAll(async () => {
    const files = Object.values(breaches).map(({ file, code }) => [file, code] as const);
    findings = await lintFixtures({
      ...Object.fromEntries(files),
      'src/lib/two.ts': `import { one } from './one.ts';\nexport const two = () => one;\n`,
      'e2e/engines/sleeping.e2e.ts': `import { setTimeout } from 'node:timers/promises';\nexport const sleep = setTimeout;\n`,
      'src/lib/sound.ts': `/** Correct code. */\nexport const sound = 1;\n`,
    });
  }, 240_000);

  it.each(Object.entries(breaches))('%s is reported', (rule, { file }) => {
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
