import { readFileSync } from 'node:fs';

import { bundleBudget } from './scripts/bundleBudget.ts';

const manifest: unknown = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'));

export default bundleBudget(manifest, 'dist');
