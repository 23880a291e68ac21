import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { firstFirefox } from '../e2e/engines/findEngines.ts';
import { temporaryFolder } from '../src/testing/fixtures/temporaryFolder.ts';

const folder = temporaryFolder(afterAll);

function program(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const stub = program('stub', 'echo "firefox requires the snap: snap install firefox" >&2; exit 1');
const silent = program('silent', 'exec sleep 20');
const firefox = program('firefox', 'echo "Mozilla Firefox 153.7.0esr"');

it('takes the first program that reports a Firefox version', () => {
  expect(firstFirefox([join(folder, 'none'), stub, firefox])).toBe(firefox);
});

it('finds no Firefox if there is only a snap stub, or a program that never responds', () => {
  expect(firstFirefox([stub])).toBeUndefined();
  expect(firstFirefox([silent], 200)).toBeUndefined();
});
