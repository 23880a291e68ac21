import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { root } from './run.ts';
import { misfit, readTrials } from './trials.ts';

/** The maximum number of product files that a change of this kind may need. */
const most: Readonly<Record<string, number>> = {
  setting: 6,
  thingField: 2,
  endpoint: 8,
  record: 8,
  condition: 4,
  filter: 2,
  historyFilter: 3,
  column: 1,
  groupColumn: 1,
  configKey: 1,
};

const map = readFileSync(`${root}/docs/ARCHITECTURE.md`, 'utf8');

it('each trial has a bound, and each bound has a trial', () => {
  expect(readTrials().map(({ name }) => name)).toEqual(Object.keys(most).toSorted());
});

describe.each(readTrials())('$change', (trial) => {
  it('applies to the current code', () => {
    expect(misfit(trial)).toBeUndefined();
  });

  it('names tests that exist, or that it adds', () => {
    const patch = readFileSync(trial.patch, 'utf8');
    const isThere = (path: string) =>
      existsSync(`${root}/${path}`) || patch.includes(`+++ b/${path}`);
    expect(trial.tests.filter((path) => !isThere(path))).toEqual([]);
  });

  it('needs no more files than its bound', () => {
    expect(trial.files.length).toBeLessThanOrEqual(most[trial.name] ?? 0);
    expect(trial.lines).toBeGreaterThan(0);
  });

  it('needs the files that docs/ARCHITECTURE.md names', () => {
    const row = map.split('\n').find((line) => line.startsWith(`| ${trial.change} |`)) ?? '';
    const [, , files = ''] = row.split('|');
    expect(Number.parseInt(files.trim(), 10)).toBe(trial.files.length);
    const changed = trial.files.filter((file) => existsSync(`${root}/${file}`));
    expect(changed.filter((file) => !row.includes(`\`${file}\``))).toEqual([]);
  });
});
