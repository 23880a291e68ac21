import { spawnSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** An instruction such as `COPY --from=build a b`, with its options split off. */
export interface Instruction {
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
  readonly value: string;
}

/** What follows a FROM. */
export interface Stage {
  readonly image: string;
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** A stage whose instructions have been carried out in a folder. */
export interface BuiltStage {
  /** The folder that stands for `/`. */
  readonly root: string;
  /** Its working directory, as written in the file. */
  workdir: string;
  readonly env: Record<string, string>;
  user: string;
  readonly volumes: string[];
  entrypoint: readonly string[];
  healthcheck: readonly string[];
}

/** @throws {Error} if an instruction is not written in one of the forms that this file knows */
export function readContainerfile(file: string): readonly Stage[] {
  const lines = readFileSync(file, 'utf8')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const args: Record<string, string> = {};
  const stages: (Stage & { readonly instructions: Instruction[] })[] = [];
  for (const line of lines) {
    const instruction = readInstruction(line);
    const { name, value } = instruction;
    const stage = stages.at(-1);
    if (name === 'FROM') {
      const [image = '', , as] = value.split(' ');
      const pinned = image.replaceAll(/\$\{(\w+)\}/g, (_, arg: string) => args[arg] ?? '');
      stages.push({ image: pinned, name: as, instructions: [] });
    } else if (stage) stage.instructions.push(instruction);
    else if (name === 'ARG') Object.assign(args, readPairs(value));
    else throw new Error(`Before the first FROM: ${line}`);
  }
  return stages;
}

function readInstruction(line: string): Instruction {
  const [, name = '', given = '', value = ''] =
    /^([A-Z]+)((?: --[a-z-]+=\S+)*) (.+)$/.exec(line) ?? [];
  if (name === '') throw new Error(`Not an instruction: ${line}`);
  const options = given.split(' ').filter((option) => option !== '');
  return { name, value, options: readPairs(options.map((option) => option.slice(2)).join(' ')) };
}

function readPairs(text: string): Record<string, string> {
  const pairs = text.split(' ').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => [pair.replace(/=.*/, ''), pair.replace(/^[^=]*=/, '')]),
  );
}

/** @throws {SyntaxError} unless the command is written as a list, which no shell reads */
function readList(value: string): readonly string[] {
  const list: unknown = JSON.parse(value);
  if (!Array.isArray(list)) throw new SyntaxError(value);
  return list.map(String);
}

/**
 * Carries out the instructions of all stages, each in its own folder. Its Node is the one that runs this program.
 *
 * @param given.context the folder to copy from
 * @param given.folder an empty folder
 * @returns the last stage
 * @throws {Error} if a step fails, or is of a kind that this function does not know
 */
export function buildStages(
  stages: readonly Stage[],
  given: { readonly context: string; readonly folder: string },
): BuiltStage {
  // A builder's own, whatever this machine's is: the image's user has to be able to read the files.
  process.umask(0o022);
  const built = stages.map((_, index): BuiltStage => ({
    root: join(given.folder, String(index)),
    workdir: '/',
    env: {},
    user: '0:0',
    volumes: [],
    entrypoint: [],
    healthcheck: [],
  }));
  const rootOf = (name: string | undefined) =>
    name === undefined
      ? given.context
      : (built[stages.findIndex((stage) => stage.name === name)]?.root ?? '');
  for (const [index, { instructions }] of stages.entries()) {
    const stage = built[index];
    if (!stage) continue;
    const bin = join(stage.root, 'usr/local/bin');
    mkdirSync(bin, { recursive: true });
    copyFileSync(process.execPath, join(bin, 'node'));
    for (const instruction of instructions) {
      carryOut(instruction, stage, rootOf(instruction.options['from']));
    }
  }
  const last = built.at(-1);
  if (!last) throw new Error('There is no stage');
  return last;
}

function carryOut({ name, value, options }: Instruction, stage: BuiltStage, from: string): void {
  const here = join(stage.root, stage.workdir);
  switch (name) {
    case 'WORKDIR':
      stage.workdir = join(stage.workdir, value);
      mkdirSync(join(stage.root, stage.workdir), { recursive: true });
      break;
    case 'COPY':
      copy(value, { from, here, owner: options['chown'] });
      break;
    case 'RUN': {
      const env = { ...process.env, ...stage.env, PATH: pathOf(stage) };
      const done = spawnSync('/bin/sh', ['-c', value], { cwd: here, env, encoding: 'utf8' });
      if (done.status !== 0) throw new Error(`${value}: ${done.stdout}${done.stderr}`);
      break;
    }
    case 'ENV':
      Object.assign(stage.env, readPairs(value));
      break;
    case 'USER':
      stage.user = value;
      break;
    case 'VOLUME':
      stage.volumes.push(value);
      break;
    case 'ENTRYPOINT':
      stage.entrypoint = readList(value);
      break;
    case 'HEALTHCHECK':
      stage.healthcheck = readList(value.replace(/^CMD /, ''));
      break;
    case 'EXPOSE':
    case 'STOPSIGNAL':
      break;
    default:
      throw new Error(`This instruction is not known here: ${name}`);
  }
}

/** As a builder does: a folder is copied without its name, and its contents belong to root unless an owner is given. */
function copy(
  value: string,
  given: { readonly from: string; readonly here: string; readonly owner: string | undefined },
): void {
  const paths = value.split(' ');
  const target = paths.pop() ?? '';
  for (const path of paths) {
    const source = join(given.from, path);
    const isInto = target.endsWith('/') && !statSync(source).isDirectory();
    const to = join(given.here, target, isInto ? basename(path) : '');
    mkdirSync(dirname(to), { recursive: true });
    cpSync(source, to, { recursive: true });
    if (given.owner === undefined || process.getuid?.() !== 0) continue;
    const [user = 0, group = 0] = given.owner.split(':').map(Number);
    for (const one of [to, ...globSync(`${to}/**`)]) chownSync(one, user, group);
  }
}

/** The path on which a stage's Node comes first. */
export function pathOf({ root }: BuiltStage): string {
  return `${join(root, 'usr/local/bin')}:${process.env.PATH ?? ''}`;
}

/**
 * A program that can build an image here, which needs its service and the base image.
 *
 * @param image the base image
 */
export function findBuilder(image: string): string | undefined {
  const succeeds = (program: string, ...args: readonly string[]) =>
    spawnSync(program, args, { stdio: 'ignore' }).status === 0;
  return ['podman', 'docker'].find(
    (name) => succeeds(name, 'info') && succeeds(name, 'pull', image),
  );
}
