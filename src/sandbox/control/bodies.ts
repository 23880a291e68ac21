import * as z from 'zod/mini';

import type { Fault } from '../faultInjection.ts';
import { type OptionsPatch, optionsPatch } from '../options.ts';
import { routeNames } from '../router.ts';
import type { GroupPatch } from '../world/groups.ts';

const count = z.int().check(z.minimum(0));
/** At most an hour: longer than any client waits, and far below the maximum delay of a timer. */
const milliseconds = count.check(z.maximum(3_600_000));
const headerValue = z
  .string()
  .check(z.refine((value) => isHeader('x-any', value), 'is not a valid header value'));

const fault = z
  .strictObject({
    route: z.exactOptional(z.enum(routeNames)),
    user: z.exactOptional(z.string()),
    // JSON has no infinity.
    count: z.exactOptional(
      z.union([
        count.check(z.minimum(1)),
        z.pipe(
          z.literal('all'),
          z.transform(() => Number.POSITIVE_INFINITY),
        ),
      ]),
    ),
    skip: z.exactOptional(count),
    delayMs: z.exactOptional(milliseconds),
    hang: z.exactOptional(z.literal(true)),
    cut: z.exactOptional(z.enum(['before', 'after'])),
    status: z.exactOptional(z.int().check(z.minimum(200), z.maximum(599))),
    message: z.exactOptional(z.string()),
    retryAfter: z.exactOptional(z.nullable(headerValue)),
    body: z.exactOptional(z.string()),
    contentType: z.exactOptional(headerValue),
    truncate: z.exactOptional(z.literal(true)),
    slowBodyMs: z.exactOptional(milliseconds),
    addHeaders: z.exactOptional(
      z
        .record(z.string(), z.string())
        .check(
          z.refine(
            (headers) => Object.entries(headers).every(([name, value]) => isHeader(name, value)),
            'has a name or value that is invalid in a header',
          ),
        ),
    ),
  } satisfies Record<keyof Fault, unknown>)
  .check(
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

const clock = z.strictObject({ advanceMs: z.int() });

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

function isHeader(name: string, value: string): boolean {
  try {
    new Headers().set(name, value);
    return true;
  } catch {
    return false;
  }
}
