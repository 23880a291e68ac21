import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';
import * as z from 'zod/mini';

import { root } from './run.ts';

const names = z.optional(z.array(z.string()));
/** By name; without an address of its own, a service's entry may be empty. */
const networks = z.record(
  z.string(),
  z.nullable(z.object({ ipv4_address: z.optional(z.string()) })),
);

/**
 * The parts of compose.yaml that the tests look at. Secrets and configurations are files: Compose mounts these, but
 * copies anything else into the container, which a read-only root file system refuses.
 */
const compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      user: z.optional(z.string()),
      read_only: z.boolean(),
      cap_drop: z.array(z.string()),
      security_opt: z.array(z.string()),
      environment: z.optional(z.record(z.string(), z.string())),
      secrets: z.optional(z.array(z.union([z.string(), z.object({ source: z.string() })]))),
      configs: z.optional(z.array(z.object({ source: z.string(), target: z.string() }))),
      command: names,
      ports: names,
      tmpfs: names,
      networks,
      stop_grace_period: z.optional(z.string()),
    }),
  ),
  configs: z.record(z.string(), z.strictObject({ file: z.string() })),
  secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
});

/** @throws {z.core.$ZodError} if compose.yaml lacks a part that every service must have */
export function readCompose(): z.infer<typeof compose> {
  return compose.parse(parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true }));
}

/**
 * Replaces variables as Compose does: `${NAME:-default}`, and `${NAME:?message}` for one without a default.
 *
 * @throws {Error} for a variable of another form, or a missing one
 */
export function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (written, name: string, mark, rest) => {
    const value = variables[name] ?? '';
    if (value !== '') return value;
    if (mark === '-') return String(rest);
    throw new Error(`Not set: ${written}`);
  });
}

/** The `key=value` lines of a systemd unit or an environment file; a key may occur several times. */
export function readPairs(path: string): readonly (readonly [key: string, value: string])[] {
  return readFileSync(join(root, path), 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.replace(/=.*/, ''), line.replace(/^\w+=/, '')] as const);
}

/** The environment that a unit or its drop-in sets. */
export function environmentOf(path: string): Record<string, string> {
  const set = readPairs(path).filter(([key]) => key === 'Environment');
  return Object.fromEntries(
    set.map(([, pair]) => [pair.replace(/=.*/, ''), pair.replace(/^\w+=/, '')]),
  );
}
