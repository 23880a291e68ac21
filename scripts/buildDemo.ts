import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import * as z from 'zod/mini';

import { root } from './run.ts';
import { unusedMutations } from './unusedMutations.ts';
import { unusedRoutes } from './unusedRoutes.ts';

/**
 * As strict as the gateway's policy, without requests: the page could not send anything even if its code tried. A
 * `<meta>` element cannot say who may frame the page.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The console's own page, with the demo's script and policy. */
function demoPage(): Plugin {
  const metas = [
    `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    '<meta name="referrer" content="no-referrer" />',
  ];
  return {
    name: 'demo-page',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace('/src/main.tsx', '/src/demo/main.tsx')
          .replace(/<meta charset=[^>]*>/, (charset) => [charset, ...metas].join('\n    ')),
    },
  };
}

/**
 * `npm run build:demo`: a static site with the console and the sandbox in one page. All its addresses are relative, so
 * that it works in any folder on any web server.
 */
const [named] = process.argv.slice(2);
const folder = resolve(root, named ?? 'dist-demo');
// The build empties its folder.
if (named !== undefined && existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`Not empty: ${folder}. Name an empty or new folder.`);
  process.exit(1);
}
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

// Bundles differ depending on the environment's NODE_ENV.
process.env.NODE_ENV = 'production';
await build({
  configFile: false,
  root,
  base: './',
  logLevel: 'warn',
  plugins: [react(), demoPage(), unusedMutations(), unusedRoutes()],
  define: { 'import.meta.env.CONSOLE_VERSION': JSON.stringify(version) },
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
