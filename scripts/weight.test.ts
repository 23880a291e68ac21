import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { temporaryFolder } from '../src/testing/fixtures/temporaryFolder.ts';
import { root } from './run.ts';
import { entries, overweight, weighFiles, weightOf } from './weight.ts';

/** A project in its own folder, with an empty file for each entry that is not passed. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  const all = { ...Object.fromEntries(entries.map((file) => [file, ''])), ...files };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

describe('the weight of the code', () => {
  it('tells product, emulator and tests apart by the files that the programs reach', () => {
    const files = weighFiles(
      project({
        'src/main.tsx':
          "import { one } from '#lib/one.ts';\nconst two = () => import('./two.tsx');\n",
        'src/lib/one.ts': "export { three } from '../api/three.ts';\n",
        'src/two.tsx': '\n',
        'src/api/three.ts': "import {\n  type Four,\n} from './four.ts';\n",
        'src/api/four.ts': '\n\n\n',
        'src/sandbox/main.ts': "import './world.ts';\n",
        'src/sandbox/world.ts': '\n\n',
        'src/sandbox/unused.ts': '\n',
        'src/gateway/main.ts': "new URL('./thread.ts', import.meta.url);\n",
        'src/gateway/thread.ts': '\n',
        'src/api/three.test.ts': "import './three.ts';\n\n",
        'e2e/one.e2e.ts': '\n',
      }),
    );
    expect(files.filter(({ kind }) => kind === 'tests').map(({ file }) => file)).toEqual([
      'e2e/one.e2e.ts',
      'src/api/three.test.ts',
      'src/sandbox/unused.ts',
    ]);
    expect(weightOf(files)).toEqual({ product: 2 + 1 + 1 + 3 + 3 + 1 + 1, emulator: 3, tests: 4 });
  });

  it('throws for a file that it cannot find', () => {
    const broken = project({ 'src/main.tsx': "import './gone.ts';\n" });
    expect(() => weighFiles(broken)).toThrow('src/gone.ts does not exist');
  });

  it('reports each kind that exceeds its bound', () => {
    const most = { product: 10, emulator: 5, tests: 20 };
    expect(overweight(most, most)).toEqual([]);
    expect(overweight({ product: 11, emulator: 5, tests: 21 }, most)).toEqual([
      'product: 11 lines, over the bound of 10',
      'tests: 21 lines, over the bound of 20',
    ]);
  });
});

it('distinguishes shipped files, tests and test support by location', () => {
  const isTests = (file: string) => /^(?:src\/testing|e2e)\/|\.test\.tsx?$/.test(file);
  const misplaced = weighFiles(root)
    .filter(({ file, kind }) => isTests(file) !== (kind === 'tests'))
    .map(({ file }) => file);
  expect(misplaced).toEqual([]);
});
