import * as z from 'zod/mini';

import { type Fault, faultFields } from '../faultInjection.ts';
import { type OptionsPatch, optionsPatch } from '../options.ts';
import { routeNames } from '../router.ts';
import type { GroupPatch } from '../world/groups.ts';

const fault = z.strictObject({ ...faultFields, route: z.exactOptional(z.enum(routeNames)) }).check(
  z.refine(
    ({ message, status, body }) =>
      message === undefined || (status !== undefined && body === undefined),
    { path: ['message'], error: 'requires a status and no body' },
  ),
  z.refine(({ status, body }) => status === undefined || status >= 400 || body !== undefined, {
    path: ['status'],
    error: 'below 400 needs a body',
  }),
);

const group = z.strictObject({
  name: z.exactOptional(z.string()),
  profileId: z.exactOptional(z.string()),
  imeiPrefix: z.exactOptional(z.string()),
  lockMasterImei: z.exactOptional(z.boolean()),
} satisfies Record<keyof GroupPatch, unknown>);

/** Ten years, in milliseconds: a time that is much further away cannot be written as a date. */
const decade = 10 * 365 * 86_400_000;
const clock = z.strictObject({ advanceMs: z.int().check(z.minimum(-decade), z.maximum(decade)) });

/** Why a body was refused, for the 400 response. */
export class ControlBodyError extends Error {}

export const readOptions = (body: string): OptionsPatch => read(optionsPatch, body);
export const readFault = (body: string): Fault => read(fault, body);
export const readGroup = (body: string): GroupPatch => read(group, body);
export const readClock = (body: string): { readonly advanceMs: number } => read(clock, body);

function read<T extends z.ZodMiniType>(schema: T, body: string): z.output<T> {
  const result = schema.safeParse(parseJson(body));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys : (issue?.path ?? []);
  const why = issue?.code === 'custom' ? ` ${issue.message}` : '';
  throw new ControlBodyError(`Not understood: ${keys.map(String).join('.') || 'the body'}${why}`);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ControlBodyError('The body is not valid JSON');
  }
}
