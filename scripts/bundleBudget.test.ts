import { expect, it } from 'vitest';

import { bundleBudget } from './bundleBudget.ts';

const manifest = {
  'index.html': { file: 'entry.js', isEntry: true, imports: ['_common.js'], css: ['entry.css'] },
  '_common.js': { file: 'common.js' },
  '_style.css': { file: 'style.css' },
  '_late.js': { file: 'late.js', imports: ['_common.js'] },
  'src/app/signInDocument/loadConsole.ts': { file: 'signIn.js', isEntry: true },
  'src/app/signInDocument/hydrateSignIn.tsx': {
    file: 'behind.js',
    isEntry: true,
    imports: ['_common.js'],
  },
  'src/app/Shell.tsx': { file: 'shell.js', isDynamicEntry: true, imports: ['_common.js'] },
  'src/features/things/list/ThingsPage.tsx': {
    file: 'things.js',
    isDynamicEntry: true,
    imports: ['_common.js'],
  },
  'src/features/groups/list/GroupsPage.tsx': {
    file: 'groups.js',
    isDynamicEntry: true,
    imports: ['_common.js', '_late.js'],
  },
};

it('adds up all files that a page loads, directly and through its imports', () => {
  const budget = bundleBudget(manifest, 'dist');
  expect(budget.map(({ path, limit }) => [path.toSorted(), limit])).toEqual([
    [['dist/signIn.js'], '0.5 kB'],
    [['dist/behind.js', 'dist/common.js', 'dist/signIn.js'], '94.8 kB'],
    [
      ['dist/behind.js', 'dist/common.js', 'dist/shell.js', 'dist/signIn.js', 'dist/things.js'],
      '139.2 kB',
    ],
    [['dist/groups.js', 'dist/late.js'], '59 kB'],
  ]);
});

it('counts a part once if only one page opens it', () => {
  const page = 'src/features/things/list/ThingsPage.tsx';
  const opening = {
    ...manifest,
    [page]: { ...manifest[page], dynamicImports: ['src/Dialog.tsx'] },
    'src/Dialog.tsx': { file: 'dialog.js', isDynamicEntry: true, imports: [page, '_late.js'] },
  };
  const last = bundleBudget(opening, 'dist').at(-1);
  expect(last?.path.toSorted()).toEqual(['dist/dialog.js', 'dist/late.js']);
});

it('has no entry for a part that the shell has already loaded', () => {
  const shell = 'src/app/Shell.tsx';
  const early = {
    ...manifest,
    [shell]: { ...manifest[shell], imports: ['_common.js', 'src/services.ts'] },
    'src/services.ts': { file: 'services.js', isDynamicEntry: true, imports: ['_common.js'] },
  };
  const budget = bundleBudget(early, 'dist');
  expect(budget.map(({ name }) => name)).not.toContain('added by src/services.ts');
  expect(budget[2]?.path).toContain('dist/services.js');
});

it.each(['index.html', 'src/app/signInDocument/loadConsole.ts', 'src/app/Shell.tsx', '_late.js'])(
  'fails if %s is not in the build',
  (missing) => {
    const rest = Object.fromEntries(Object.entries(manifest).filter(([name]) => name !== missing));
    expect(() => bundleBudget(rest, 'dist')).toThrow(missing);
  },
);

it('fails if a page has no JavaScript of its own', () => {
  const empty = { file: 'common.js', isDynamicEntry: true };
  expect(() => bundleBudget({ ...manifest, 'src/New.tsx': empty }, 'dist')).toThrow('src/New.tsx');
});
