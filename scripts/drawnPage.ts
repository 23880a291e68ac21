import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build, type Plugin } from 'vite';

import { drawnFolder, type DrawnFiles } from '../src/contract/drawnPage.ts';
import { buildRenderer, type Manifest, manifestSchema, stylesheetsOf } from './signInDocument.ts';

const folder = 'src/app/drawnPage';
/** The parts of the list that the console loads. */
const parts = ['src/app/Shell.tsx', 'src/features/things/list/ThingsPage.tsx'];

/** Builds the renderer of the Things list for the gateway, the script that shows its result, and the names of its files. */
export function drawnPage(): Plugin {
  let outDir = '';
  let base = '/';
  return {
    name: 'drawn-page',
    apply: 'build',
    configResolved(config) {
      ({ base } = config);
      ({ outDir } = config.build);
    },
    async writeBundle() {
      if (base !== '/') return;
      const target = join(outDir, drawnFolder);
      // In several files, because only a few of the pages are ever rendered.
      await buildRenderer(`${folder}/renderPage.tsx`, target, { codeSplitting: true });
      const manifest = manifestSchema.parse(
        JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8')),
      );
      const script = await buildScript();
      const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8);
      const files: DrawnFiles = {
        stylesheets: [...new Set(parts.flatMap((part) => stylesheetsOf(manifest, part)))],
        modules: [...new Set(parts.flatMap((part) => modulesOf(manifest, part)))],
        main: manifest['index.html']?.file ?? '',
        script: `assets/showDrawn-${hash}.js`,
      };
      writeFileSync(join(outDir, files.script), script);
      writeFileSync(join(target, 'files.json'), JSON.stringify(files));
    },
  };
}

/** Not a module, because the browser runs a module only after the whole page has been parsed. */
async function buildScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      copyPublicDir: false,
      rolldownOptions: { input: `${folder}/startDrawn.ts`, output: { format: 'iife' } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('The script was not built');
  return output.output[0].code;
}

function modulesOf(manifest: Manifest, name: string): readonly string[] {
  const { file, imports = [] } = manifest[name] ?? {};
  return [
    ...imports.flatMap((other) => modulesOf(manifest, other)),
    ...(file === undefined ? [] : [file]),
  ];
}
