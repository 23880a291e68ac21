import { resolve } from 'node:path';

import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { chunkGroups, notYetLoaded } from './scripts/chunks.ts';
import { drawnPage } from './scripts/drawnPage.ts';
import { packagesInside } from './scripts/release/packagesInside.ts';
import { signInDocument } from './scripts/signInDocument.ts';
import { unusedMutations } from './scripts/unusedMutations.ts';
import { unusedRoutes } from './scripts/unusedRoutes.ts';
import { gatewayDevServer } from './src/gateway/devServer.ts';
import { readVersion } from './src/gateway/files.ts';

/** Bundles differ depending on the environment's NODE_ENV. */
const forProduction: Plugin = {
  name: 'for-production',
  apply: 'build',
  config() {
    process.env.NODE_ENV = 'production';
  },
};

export default defineConfig({
  plugins: [
    forProduction,
    react(),
    gatewayDevServer(),
    signInDocument(),
    drawnPage(),
    unusedMutations(),
    unusedRoutes(),
    packagesInside(),
  ],
  // The gateway passes its version to the page; with static hosting, the page uses the build's version.
  define: { 'import.meta.env.CONSOLE_VERSION': JSON.stringify(readVersion()) },
  build: {
    outDir: 'dist',
    target: 'es2023',
    manifest: '.vite/manifest.json',
    modulePreload: { polyfill: false, resolveDependencies: notYetLoaded },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // A page loads the names of a hundred files, and hexadecimal digits compress better.
      output: { codeSplitting: { groups: chunkGroups() }, hashCharacters: 'hex' },
    },
  },
  // Lazy chunks import each other by relative paths, so that one build works under any base path;
  // at startup, the gateway writes the base path into the HTML.
  experimental: {
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  test: {
    // One worker per core; on two cores, the default is only one worker.
    maxWorkers: '100%',
    // Test files in a worker share modules: reloading them for each file took more than half of a run.
    isolate: false,
    // Tests start hundreds of processes and threads; half of the time of each would go into compiling the same code.
    env: { NODE_COMPILE_CACHE: resolve(import.meta.dirname, 'node_modules/.cache/compiled') },
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.{dist,long}.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: ['src/testing/fixtures/testPostgresSetup.ts'],
        },
      },
      {
        // Tests that run on the finished build. The timeouts are long because processes start slowly on a busy machine.
        extends: true,
        test: {
          name: 'build',
          include: ['{scripts,src}/**/*.dist.test.ts'],
          globalSetup: ['src/testing/fixtures/testPostgresSetup.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Tests that take minutes: crashes at any moment, several gateways, real proxies, many concurrent users.
        extends: true,
        test: {
          name: 'long',
          include: ['{scripts,src}/**/*.long.test.ts'],
          globalSetup: ['src/testing/fixtures/testPostgresSetup.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          // renders.ts must run before React is loaded.
          setupFiles: ['src/testing/fixtures/renders.ts', 'src/testing/fixtures/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
