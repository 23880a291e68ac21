import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { temporaryFolder } from '../src/testing/fixtures/temporaryFolder.ts';
import { root } from './run.ts';

it('the demo is not built into a folder with other files, because the build empties it', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'CNAME'), 'demo.example.com\n');
  const script = join(root, 'scripts/buildDemo.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, `Not empty: ${folder}. Name an empty or new folder.\n`]);
  expect(readdirSync(folder)).toEqual(['CNAME']);
});
