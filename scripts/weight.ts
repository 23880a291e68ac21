import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The programs' entry points, and the files that they start as threads or load by address. */
export const entries = [
  'src/main.tsx',
  'src/app/signInDocument/loadConsole.ts',
  'src/app/signInDocument/hydrateSignIn.tsx',
  'src/app/signInDocument/renderSignIn.tsx',
  'src/app/drawnPage/renderPage.tsx',
  'src/app/drawnPage/startDrawn.ts',
  'src/demo/main.tsx',
  'src/gateway/main.ts',
  'src/gateway/devServer.ts',
  'src/gateway/ops/sessionsCommand.ts',
  'src/gateway/ops/fleetCommand.ts',
  'src/gateway/db/sqliteWorker.ts',
  'src/sandbox/main.ts',
];

/**
 * The maximum number of lines of each kind: the product is all files that an entry reaches, without the emulator; tests
 * are all other files. Only a decision raises a bound (docs/decisions/030-a-bound-on-lines.md).
 */
export const bounds = { product: 60_910, emulator: 4_421, tests: 65_010 } as const;

type Kind = keyof typeof bounds;
export type Weight = Readonly<Record<Kind, number>>;

export interface WeighedFile {
  readonly file: string;
  readonly kind: Kind;
  readonly lines: number;
}

/**
 * The lines of all TypeScript in `src` and `e2e`. Shipped files are found by following imports from the entry
 * points, so a file that nothing reaches counts as a test file.
 *
 * @param root of the project
 * @throws {Error} if an entry is missing, or an import leads to no file
 */
export function weighFiles(root: string): WeighedFile[] {
  const shipped = reached(root);
  return globSync('{src,e2e}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.endsWith('.d.ts'))
    .toSorted()
    .map((file) => {
      const isEmulator = shipped.has(file) && file.startsWith('src/sandbox/');
      const kind = shipped.has(file) ? (isEmulator ? 'emulator' : 'product') : 'tests';
      const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
      return { file, kind, lines };
    });
}

/** @returns the sum of each kind */
export function weightOf(files: readonly WeighedFile[]): Weight {
  const sum = (kind: Kind) =>
    files.filter((file) => file.kind === kind).reduce((total, { lines }) => total + lines, 0);
  return { product: sum('product'), emulator: sum('emulator'), tests: sum('tests') };
}

/** One sentence for each exceeded bound. */
export function overweight(weight: Weight, most: Weight = bounds): string[] {
  const kinds: readonly Kind[] = ['product', 'emulator', 'tests'];
  return kinds
    .filter((kind) => weight[kind] > most[kind])
    .map((kind) => `${kind}: ${weight[kind]} lines, over the bound of ${most[kind]}`);
}

/** Import statements and thread addresses. */
const imported = /(?:from|import\(|import|new URL\()\s*'((?:\.|#)[^'\n]+\.tsx?)'/g;

function reached(root: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    if (!existsSync(join(root, file))) throw new Error(`${file} does not exist`);
    found.add(file);
    for (const [, address = ''] of readFileSync(join(root, file), 'utf8').matchAll(imported)) {
      open.push(
        address.startsWith('#')
          ? `src/${address.slice(1)}`
          : resolve('/', dirname(file), address).slice(1),
      );
    }
  }
  return found;
}
