import { createHash } from 'node:crypto';

/** The sets that pass additional arguments on to Playwright. */
const takingArguments = ['steady', 'e2e'];

interface TestCommand {
  readonly sets: readonly string[];
  /** For Playwright. */
  readonly args: readonly string[];
}

/**
 * Reads `<set> … [arguments for Playwright]`.
 *
 * @param known the names of all sets
 * @throws {Error} if a set is unknown or comes after other arguments, because a run without it might pass
 */
export function readTestCommand(given: readonly string[], known: readonly string[]): TestCommand {
  const firstOther = given.findIndex((argument) => !known.includes(argument));
  const sets = firstOther === -1 ? given : given.slice(0, firstOther);
  const args = given.slice(sets.length);
  if (sets.length === 0) throw new Error(`Name at least one of ${known.join(', ')}.`);
  const late = args.filter((argument) => known.includes(argument));
  if (late.length > 0) throw new Error(`Name ${late.join(', ')} before ${args[0]}.`);
  if (args.length > 0 && !sets.some((name) => takingArguments.includes(name))) {
    throw new Error(
      `${sets.join(', ')} cannot take ${args.join(' ')}: that is no set, and only ${takingArguments.join(' and ')} take arguments.`,
    );
  }
  return { sets, args };
}

/**
 * Playwright's arguments for the three passes of a steady run, each over all files in a random order of its own. A
 * single run with `--repeat-each` would need a new worker, and thus a new browser, for nearly every test.
 *
 * @param given `--shuffle=<seed>`, and options such as `--part=1/8`, to draw an eighth of the files
 * @param files the files with browser tests
 */
export function steadyArguments(given: readonly string[], files: readonly string[]): string[][] {
  const valueOf = (name: string) =>
    given.find((argument) => argument.startsWith(`${name}=`))?.slice(name.length + 1);
  const seed = valueOf('--shuffle');
  const part = Number(valueOf('--part')?.replace(/^1\//, '') ?? 1);
  if (!(part >= 1)) throw new Error('--part is a fraction such as 1/8.');
  const order = (file: string) => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  const drawn = files
    .toSorted((a, b) => order(a).localeCompare(order(b)))
    .slice(0, Math.ceil(files.length / part));
  const others = given.filter((argument) => !/^--(?:shuffle|part)=/.test(argument));
  return ['a', 'b', 'c'].map((pass) => [
    '--project=console',
    `--shuffle=${seed}${pass}`,
    ...(part === 1 ? [] : drawn),
    ...others,
  ]);
}
