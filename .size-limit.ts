import { existsSync, readFileSync } from 'node:fs';

import { bundleBudget } from './scripts/bundleBudget.ts';

const manifest: unknown = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'));

/** The sizes of the files that are sent, which the build has compressed where that makes them smaller. */
export default bundleBudget(manifest, 'dist').map(({ path, ...line }) => ({
  ...line,
  path: path.map((file) => (existsSync(`${file}.br`) ? `${file}.br` : file)),
  brotli: false,
}));
