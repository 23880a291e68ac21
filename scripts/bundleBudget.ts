import * as z from 'zod/mini';

/** The part of the bundler's manifest used here. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isDynamicEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
    dynamicImports: z.optional(z.array(z.string())),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;

/** One entry in size-limit's configuration. */
export interface BudgetLine {
  readonly name: string;
  /** The files whose compressed sizes are totalled. */
  readonly path: string[];
  readonly limit: string;
}

const entry = 'index.html';
/** The script that the sign-in page itself requests, and the console that this script loads in the background. */
const signIn = 'src/app/signInDocument/loadConsole.ts';
const behindSignIn = 'src/app/signInDocument/hydrateSignIn.tsx';
const shell = 'src/app/Shell.tsx';
const things = 'src/features/things/list/ThingsPage.tsx';

/**
 * The JavaScript budgets in Brotli: for sign-in, for the console loaded behind it, for the other scripts loaded before
 * the first rows of Things, and for everything that loads later.
 *
 * @param manifest the bundler's manifest
 * @param folder the folder that contains the manifest's files
 * @throws {Error} if a page with a budget is not in the build, or has no JavaScript
 */
export function bundleBudget(manifest: unknown, folder: string): BudgetLine[] {
  const chunks = manifestSchema.parse(manifest);
  const line = (name: string, files: ReadonlySet<string>, limit: string): BudgetLine => {
    if (files.size === 0) throw new Error(`The budget of ${name} contains no JavaScript`);
    return { name, path: [...files].map((file) => `${folder}/${file}`), limit };
  };
  const behindFiles = scriptsOf(chunks, [signIn, behindSignIn]);
  const thingsFiles = scriptsOf(chunks, [signIn, behindSignIn, shell, things]);
  const shellFiles = scriptsOf(chunks, [entry, shell]);
  // The shell's static imports load with it, even if another module imports them lazily.
  const loadedWithShell = reachedFrom(chunks, [entry, shell]);
  const later = Object.keys(chunks).filter(
    (name) => chunks[name]?.isDynamicEntry && name !== things && !loadedWithShell.has(name),
  );
  return [
    line('to a usable sign-in', scriptsOf(chunks, [signIn]), '0.5 kB'),
    line('to the console behind the sign-in page', behindFiles, '94.8 kB'),
    line('to the first rows of Things, sign-in included', thingsFiles, '139.2 kB'),
    ...later.map((name) => {
      const added = scriptsOf(chunks, [name])
        .difference(shellFiles)
        .difference(loadedBefore(chunks, name));
      return line(`added by ${name}`, added, '59 kB');
    }),
  ];
}

/** Scripts that are always loaded before the chunk: those shared by all chunks that import it lazily. */
function loadedBefore(chunks: Manifest, name: string): ReadonlySet<string> {
  const [first, ...others] = Object.keys(chunks)
    .filter((importer) => chunks[importer]?.dynamicImports?.includes(name))
    .map((importer) => scriptsOf(chunks, [importer]));
  return others.reduce((all, files) => all.intersection(files), first ?? new Set());
}

/** The scripts of the named chunks and their static imports. */
function scriptsOf(chunks: Manifest, names: readonly string[]): ReadonlySet<string> {
  const files = Array.from(reachedFrom(chunks, names), (name) => chunks[name]?.file ?? '');
  return new Set(files.filter((file) => file.endsWith('.js')));
}

/** The named chunks and all their static imports. */
function reachedFrom(chunks: Manifest, names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const chunk = chunks[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    if (!seen.has(name)) open.push(...(chunk.imports ?? []));
    seen.add(name);
  }
  return seen;
}
