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
  const passes = (...given: readonly string[]) => steadyArguments(given, files);
  const filesOf = (pass: readonly string[] = []) =>
    pass.filter((argument) => argument.endsWith('.e2e.ts'));

  it('has three passes over all tests, each in an order that the seed reproduces', () => {
    const orders = ['7a', '7b', '7c'].map((seed) => ['--project=console', `--shuffle=${seed}`]);
    expect(passes('--shuffle=7')).toEqual(orders);
  });

  it('draws part of the files for all passes, and over many seeds each of them', () => {
    const [drawn, ...others] = passes('--part=1/8', '--shuffle=7').map(filesOf);
    expect(drawn).toHaveLength(3);
    expect(others).toEqual([drawn, drawn]);
    const all = Array.from({ length: 100 }, (_, seed) => passes('--part=1/8', `--shuffle=${seed}`));
    expect(new Set(all.flatMap(([first]) => filesOf(first))).size).toBe(files.length);
  });

  it('refuses a part that is not a fraction', () => {
    expect(() => passes('--part=all', '--shuffle=7')).toThrow('such as 1/8');
  });
});
