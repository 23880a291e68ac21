import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { root } from '../run.ts';
import { packageReference } from './bom.ts';

const isLicense = (file: string) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(file);

/** Their helpers are in every bundle. */
const bundlers = ['node_modules/rolldown', 'node_modules/vite'];

const declared = z.object({
  license: z.string(),
  author: z.optional(z.union([z.string(), z.object({ name: z.string() })])),
});

/**
 * The licenses of the packages in a release, with their texts, as most of them require.
 *
 * @param packages their paths in the lockfile
 * @throws {Error} if a package names no license
 */
export function licenseTexts(packages: readonly string[]): string {
  const parts = [...packages, ...bundlers].map((path) =>
    [`${'─'.repeat(80)}\n${packageReference(path)}`, ...textsOf(join(root, path))].join('\n\n'),
  );
  return `SIM Console contains the following packages, under these licenses.\n\n${parts.join('\n\n')}\n`;
}

/** The package's license files, or else the end of its README, or else what its package.json says. */
function textsOf(folder: string): readonly string[] {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const files = readdirSync(folder).toSorted();
  const texts = files.filter(isLicense).map(read);
  // Vite's file continues with the licenses of packages that no bundle contains.
  if (texts.length > 0) return texts.map((text) => text.split(/^# Licenses of /m)[0]?.trim() ?? '');
  const readme = files.find((file) => /^readme\./i.test(file));
  const [, section] = (readme === undefined ? '' : read(readme)).split(/^#+ licen[cs]e\s*$/im);
  if (section !== undefined) return [section.trim()];
  const { license, author = '' } = declared.parse(JSON.parse(read('package.json')));
  const by = typeof author === 'string' ? author : author.name;
  return [`License: ${license}, by ${by}. The package contains no text of it.`];
}
