import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { firstFirefox } from '../e2e/engines/findEngines.ts';
import { temporaryFolder } from '../src/testing/fixtures/temporaryFolder.ts';
import { isNeeded } from './aptInstall.ts';
import { stepSets } from './testSteps.ts';

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

it('a missing package fails the run only in CI, and where root could have installed it', () => {
  expect(isNeeded({ CI: 'true' }, 1000)).toBe(true);
  expect(isNeeded({}, 1000)).toBe(false);
  expect(isNeeded({}, 0)).toBe(existsSync('/usr/bin/apt-get'));
});

it('the long tests get all engines, and a chosen browser test only the browser', () => {
  const stepsOf = (set: string) => stepSets([])[set]?.map(({ name }) => name);
  expect(stepsOf('long')).toContain('engines');
  expect(stepsOf('e2e')).toEqual(['build', 'browser', 'chosen browser tests']);
});
