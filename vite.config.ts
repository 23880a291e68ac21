import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { chunkGroups, notYetLoaded } from './scripts/chunks.ts';
import { signInDocument } from './scripts/signInDocument.ts';
import { gatewayDevServer } from './src/gateway/devServer.ts';
import { readVersion } from './src/gateway/ops/config.ts';

export default defineConfig({
  plugins: [react(), gatewayDevServer(), signInDocument()],
  // The gateway tells the page its version; static hosting takes it from the build.
  define: { 'import.meta.env.CONSOLE_VERSION': JSON.stringify(readVersion()) },
  build: {
    outDir: 'dist',
    target: 'es2023',
    manifest: '.vite/manifest.json',
    modulePreload: { polyfill: false, resolveDependencies: notYetLoaded },
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
  // Lazy chunks find each other relative to themselves, so that one build works under any base path;
  // the gateway writes the base path into the HTML at start.
  experimental: {
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  test: {
    // One per core: on two cores, the default is one.
    maxWorkers: '100%',
    // The files of a worker share their modules: loading them anew for each took more than half of a run.
    isolate: false,
    // The default second is too short for what a busy machine does between two polls.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.{dist,long}.test.ts'],
          testTimeout: 20_000,
          globalSetup: ['src/testing/fixtures/testPostgresSetup.ts'],
        },
      },
      {
        // Tests of the finished build; processes start slowly on a busy machine.
        extends: true,
        test: {
          name: 'build',
          include: ['{scripts,src}/**/*.dist.test.ts'],
          globalSetup: ['src/testing/fixtures/testPostgresSetup.ts'],
          testTimeout: 120_000,
          hookTimeout: 30_000,
        },
      },
      {
        // What takes minutes: crashes at any moment, several gateways, real proxies, many people at once.
        extends: true,
        test: {
          name: 'long',
          include: ['{scripts,src}/**/*.long.test.ts'],
          globalSetup: ['src/testing/fixtures/testPostgresSetup.ts'],
          testTimeout: 120_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          // The first must run before React is loaded.
          setupFiles: ['src/testing/fixtures/renders.ts', 'src/testing/fixtures/setup.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
