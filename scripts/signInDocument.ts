import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import * as z from 'zod/mini';

import { signInFolder } from '../src/contract/signInDocument.ts';
import { packagesInside } from './release/packagesInside.ts';

const folder = 'src/app/signInDocument';
const loader = `${folder}/loadConsole.ts`;
const hydrator = `${folder}/hydrateSignIn.tsx`;
export const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.optional(z.array(z.string())),
    imports: z.optional(z.array(z.string())),
  }),
);
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * Builds the sign-in page that works without a script: its renderer for the gateway, and the surrounding document
 * with its style and one small script. Both go into a folder that is never served.
 */
export function signInDocument(): Plugin {
  let outDir = '';
  let base = '/';
  return {
    name: 'sign-in-document',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          input: { index: 'index.html', signIn: loader, console: hydrator },
          // The small script imports the other script by its address.
          preserveEntrySignatures: 'exports-only',
        },
      },
    }),
    configResolved(config) {
      ({ base } = config);
      ({ outDir } = config.build);
    },
    async writeBundle() {
      // The gateway does not use a build for static hosting under a path: it adds its base path itself.
      if (base !== '/') return;
      const target = join(outDir, signInFolder);
      await buildRenderer(`${folder}/renderSignIn.tsx`, target);
      mkdirSync(target, { recursive: true });
      writeFileSync(join(target, 'page.html'), documentOf(outDir));
    },
  };
}

/** A renderer has no dependencies: React, its largest part, is bundled as a production build. */
export async function buildRenderer(
  entry: string,
  target: string,
  { codeSplitting = false } = {},
): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), packagesInside()],
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: target,
      emptyOutDir: true,
      target: 'node22',
      copyPublicDir: false,
      rolldownOptions: {
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
          codeSplitting,
        },
      },
    },
  });
}

/** The console's own document, with the style inlined and the small script instead of the console. */
function documentOf(outDir: string): string {
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')),
  );
  const sheets = new Set(stylesheetsOf(manifest, hydrator));
  const style = Array.from(sheets, (name) => readFileSync(join(outDir, name), 'utf8').trim());
  const script = manifest[loader]?.file;
  const behind = manifest[hydrator]?.file;
  if (script === undefined || behind === undefined)
    throw new Error('The build has no sign-in page');
  return readFileSync(join(outDir, 'index.html'), 'utf8')
    .replaceAll(/\s*<(?:script|link rel="(?:modulepreload|stylesheet)")[^>]*>(?:<\/script>)?/g, '')
    .replace(/\s*<noscript>.*<\/noscript>/, '')
    .replace(/<title>.*<\/title>/, '<title>Sign in · SIM Console</title>')
    .replace(
      '</head>',
      `  <style>${style.join('')}</style>
    <script type="module" fetchpriority="low" src="/${script}" data-console="${basename(behind)}"></script>
  </head>`,
    );
}

/** In the order in which the browser would load them: imports first. */
export function stylesheetsOf(
  manifest: Manifest,
  name: string,
  seen = new Set<string>(),
): readonly string[] {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build has no ${name}`);
  if (seen.has(name)) return [];
  seen.add(name);
  return [
    ...(chunk.imports ?? []).flatMap((other) => stylesheetsOf(manifest, other, seen)),
    ...(chunk.css ?? []),
  ];
}
