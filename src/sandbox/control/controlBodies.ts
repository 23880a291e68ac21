import * as z from 'zod/mini';

import { isReservedClaim } from '../auth/customerClaim.ts';
import type { Fault } from '../faultInjection.ts';
import type { SandboxOptions } from '../options.ts';
import { routeNames } from '../router.ts';
import type { GroupPatch } from '../world/groups.ts';

const count = z.int().check(z.minimum(0));
/** Longer than any client waits, and far below what a timer can hold. */
const longestWaitMs = 3_600_000;
const milliseconds = z.int().check(z.minimum(0), z.maximum(longestWaitMs));
const flag = z.boolean();

/** What may be changed of the options while the sandbox runs: all but the clock. */
const options = z.strictObject({
  things: z.optional(count.check(z.maximum(1_000_000))),
  seed: z.optional(count),
  hostileText: z.optional(flag),
  latencyMs: z.optional(milliseconds),
  accessTokenSeconds: z.optional(count),
  refreshTokenSeconds: z.optional(count),
  refreshEndsAccessToken: z.optional(flag),
  customerIdClaim: z.optional(
    z.string().check(
      z.minLength(1),
      z.refine((path) => !isReservedClaim(path), 'is a claim that the token needs for itself'),
    ),
  ),
  customerIdInAnswer: z.optional(z.union([flag, z.string()])),
  wrongApikeyStatus: z.optional(z.literal([401, 403])),
  authLimits: z.optional(flag),
  apiLimits: z.optional(flag),
  consoleLimit: z.optional(z.nullable(z.strictObject({ requests: count, windowSeconds: count }))),
  groupLockFields: z.optional(z.enum(['both', 'prefixOnly', 'lockOnly', 'nulls', 'none'])),
  thingFields: z.optional(z.enum(['seen', 'documented', 'nulls'])),
  integersAsText: z.optional(flag),
  brokenRecords: z.optional(flag),
  filterMatch: z.optional(z.enum(['exact', 'prefix', 'part'])),
  filterCombine: z.optional(z.enum(['all', 'any'])),
  unsortedOrder: z.optional(z.enum(['stable', 'shifting'])),
  cors: z.optional(z.enum(['off', 'on', 'withoutExposedHeaders'])),
  consoleErrors: z.optional(z.enum(['json', 'otherJson', 'text', 'html', 'empty'])),
  consoleContentType: z.optional(z.enum(['right', 'wrong', 'none'])),
  requestIdHeader: z.optional(flag),
  unknownParameters: z.optional(z.enum(['ignore', 'refuse'])),
  updateNeedsAllFields: z.optional(flag),
  lockedGroupsQuota: z.optional(z.nullable(count)),
  suspendedUsers: z.optional(z.array(z.string())),
  extraUsers: z.optional(count.check(z.maximum(9999))),
} satisfies Record<Exclude<keyof SandboxOptions, 'clock'>, unknown>);

const headerValue = z
  .string()
  .check(z.refine((value) => isHeader('x-any', value), 'is no value of a header'));

/** A fault; `count` may be "all", because JSON has no infinity. */
const fault = z.strictObject({
  route: z.optional(z.enum(routeNames)),
  user: z.optional(z.string()),
  count: z.optional(z.union([count.check(z.minimum(1)), z.literal('all')])),
  skip: z.optional(count),
  delayMs: z.optional(milliseconds),
  hang: z.optional(z.literal(true)),
  cut: z.optional(z.enum(['before', 'after'])),
  status: z.optional(z.int().check(z.minimum(200), z.maximum(599))),
  message: z.optional(z.string()),
  retryAfter: z.optional(z.nullable(headerValue)),
  body: z.optional(z.string()),
  contentType: z.optional(headerValue),
  truncate: z.optional(z.literal(true)),
  slowBodyMs: z.optional(milliseconds),
  addHeaders: z.optional(
    z
      .record(z.string(), z.string())
      .check(
        z.refine(
          (headers) => Object.entries(headers).every(([name, value]) => isHeader(name, value)),
          'has a name or value that no header can have',
        ),
      ),
  ),
} satisfies Record<keyof Fault, unknown>);

function isHeader(name: string, value: string): boolean {
  try {
    new Headers().set(name, value);
    return true;
  } catch {
    return false;
  }
}

const group = z.strictObject({
  name: z.optional(z.string()),
  profileId: z.optional(z.string()),
  imeiPrefix: z.optional(z.string()),
  lockMasterImei: z.optional(flag),
} satisfies Record<keyof GroupPatch, unknown>);

const clock = z.strictObject({ advanceMs: z.int() });

/** Why a body was not taken, for the answer 400. */
export class ControlBodyError extends Error {}

export const readOptions = (body: string): Partial<SandboxOptions> => present(read(options, body));
export const readGroup = (body: string): GroupPatch => present(read(group, body));
export const readClock = (body: string): { readonly advanceMs: number } => read(clock, body);
export function readFault(body: string): Fault {
  const { count: times, ...rest } = read(fault, body);
  const { status, message, body: text } = rest;
  if (message !== undefined && (status === undefined || text !== undefined)) {
    throw new ControlBodyError('Not understood: message is that of a status without a body');
  }
  if (status !== undefined && status < 400 && text === undefined) {
    throw new ControlBodyError('Not understood: status below 400 needs a body');
  }
  return present({ ...rest, count: times === 'all' ? Number.POSITIVE_INFINITY : times });
}

function read<T extends z.ZodMiniType>(schema: T, body: string): z.output<T> {
  const result = schema.safeParse(parse(body));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const keys = issue?.code === 'unrecognized_keys' ? issue.keys : (issue?.path ?? []);
  const why = issue?.code === 'custom' ? ` ${issue.message}` : '';
  throw new ControlBodyError(`Not understood: ${keys.map(String).join('.') || 'the body'}${why}`);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ControlBodyError('The body is not valid JSON');
  }
}

/** Without the properties that are undefined, which a schema's optional ones may be. */
function present<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> }; // oxlint-disable-line no-unsafe-type-assertion -- only undefined was taken out
}
