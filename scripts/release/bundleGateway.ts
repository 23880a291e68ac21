import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { build, type BuildEnvironmentOptions, type InlineConfig } from 'vite';
import * as z from 'zod/mini';

import { root } from '../run.ts';
import { packagesInside } from './packagesInside.ts';

/** The programs of a release. `src/gateway/files.ts` and `launcher.ts` know these names. */
const programs = {
  main: 'src/gateway/main.ts',
  sessions: 'src/gateway/ops/sessionsCommand.ts',
  fleet: 'src/gateway/ops/fleetCommand.ts',
  sqliteWorker: 'src/gateway/db/sqliteWorker.ts',
};

/** The parts of package.json that a release keeps. */
const manifest = z.object({
  name: z.string(),
  version: z.string(),
  releaseDate: z.string(),
  private: z.boolean(),
  description: z.string(),
  license: z.string(),
  type: z.string(),
  engines: z.object({ node: z.string() }),
});
export type Manifest = z.infer<typeof manifest>;

export function readManifest(): Manifest {
  return manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
}

/**
 * Bundles the gateway and the operators' commands, with all packages that they need, into the folder `gateway`, and
 * the program that starts them into `sim-console.mjs`.
 */
export async function bundleGateway(folder: string, { engines }: Manifest): Promise<void> {
  const gateway = join(folder, 'gateway');
  await bundle(gateway, { target: 'node22', rolldownOptions: { input: programs } });
  copyFileSync(join(root, 'src/sandbox/tacNames.csv'), join(gateway, 'tacNames.csv'));

  // It has to start even on a Node that cannot run the gateway, to say which one is needed.
  const launcher = { 'sim-console': 'scripts/release/launcher.ts' };
  const needed = JSON.stringify(engines.node.replace('>=', ''));
  const start = join(folder, 'start');
  await bundle(
    start,
    { target: 'es2019', rolldownOptions: { input: launcher } },
    { 'import.meta.env.NEEDED_NODE': needed },
  );
  copyFileSync(join(start, 'sim-console.mjs'), join(folder, 'sim-console.mjs'));
  rmSync(start, { recursive: true });
}

async function bundle(
  outDir: string,
  options: BuildEnvironmentOptions,
  define: InlineConfig['define'] = {},
): Promise<void> {
  const { input = {} } = options.rolldownOptions ?? {};
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    plugins: [packagesInside()],
    define,
    ssr: { noExternal: true },
    build: {
      ...options,
      ssr: true,
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
}
