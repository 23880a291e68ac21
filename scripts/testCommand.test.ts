import { describe, expect, it } from 'vitest';

import { readTestCommand, steadyArguments } from './testCommand.ts';

const known = ['check', 'short', 'long', 'steady', 'e2e'];

describe('the test command', () => {
  it('runs the named sets, and passes the rest on', () => {
    expect(readTestCommand(['short', 'long', 'steady', '--part=1/8'], known)).toEqual({
      sets: ['short', 'long', 'steady'],
      args: ['--part=1/8'],
    });
  });

  it.each([
    ['nothing', [], 'Name at least one of check, short'],
    ['a misspelled set', ['short', 'lnog'], 'short cannot take lnog'],
    ['a set after a misspelled one', ['short', 'lnog', 'steady'], 'Name steady before lnog.'],
    ['a set after an option', ['steady', '--part=1/8', 'long'], 'Name long before --part=1/8.'],
    ['a file that no set takes', ['short', 'things.e2e.ts'], 'short cannot take things.e2e.ts'],
  ])('refuses %s', (_case, given, message) => {
    expect(() => readTestCommand(given, known)).toThrow(message);
  });
});

describe('a steady run', () => {
  const files = Array.from({ length: 24 }, (_, index) => `e2e/file${index}.e2e.ts`);
  const filesOf = (given: readonly string[], seed: number) =>
    steadyArguments(given, files, seed).filter((argument) => argument.endsWith('.e2e.ts'));

  it('runs each test three times, in an order that its seed reproduces', () => {
    expect(steadyArguments([], files, 7)).toEqual([
      '--project=console',
      '--repeat-each=3',
      '--shuffle=7',
    ]);
    expect(steadyArguments(['--shuffle=5'], files, 7)).toContain('--shuffle=5');
  });

  it('uses the seed to draw part of the files, and over many seeds draws each of them', () => {
    expect(filesOf(['--part=1/8'], 7)).toHaveLength(3);
    expect(filesOf(['--part=1/8', '--shuffle=7'], 8)).toEqual(filesOf(['--part=1/8'], 7));
    const drawn = Array.from({ length: 100 }, (_, seed) => filesOf(['--part=1/8'], seed)).flat();
    expect(new Set(drawn).size).toBe(files.length);
  });

  it('refuses a part that is not a fraction', () => {
    expect(() => steadyArguments(['--part=all'], files, 7)).toThrow('such as 1/8');
  });
});
