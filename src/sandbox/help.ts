import { createUsers } from './auth/users.ts';
import { controlCalls } from './control/control.ts';
import type { Fault } from './faultInjection.ts';
import { magicValues } from './magicValues.ts';
import type { SandboxOptions } from './options.ts';

/** The values of each option, the default first. */
const optionValues: Record<Exclude<keyof SandboxOptions, 'clock'>, string> = {
  things: '5000: SIMs of the first customer',
  seed: '1',
  hostileStrings: 'false, true: markup, formulas, right-to-left, emoji, very long',
  timePasses: 'false, true: devices, states and groups change, SIMs fall silent',
  latencyMs: '0',
  refreshEndsAccessToken: 'true, false',
  customerIdClaim: 'customer_id, any name, dotted path or URL, none',
  customerIdInAnswer: 'false, true, or a name',
  wrongApikey: 'refused, ignoredByUpdates, emptyLists, ignored',
  wrongApikeyStatus: '403, 401',
  authLimits: 'true, false',
  apiLimits: 'true, false',
  consoleLimit: 'null, {"requests":5,"windowSeconds":60}',
  groupLockFields: 'both, prefixOnly, lockOnly, nulls, none',
  groupIds: 'plain, reserved (a+b/c=d, 50%), unsendable (dots, controls, too long)',
  groupFields: 'documented, more',
  listItems: 'objects, texts, mixed: the items of IPs and Networks',
  thingFields: 'seen, documented, nulls, filled',
  integersAsText: 'false, true',
  cells: 'numbers, hexadecimal: cell ids and LACs as strings such as 1A2B',
  brokenRecords: 'false, true: one record in fifty',
  filterMatch: 'part, prefix, exact',
  filterCombine: 'all, any',
  consoleErrors: 'json, otherJson, text, html, empty',
  consoleContentType: 'right, wrong, none',
  requestIdHeader: 'true, false',
  unsortedOrder: 'stable, shifting',
  rateLimitHeaders: 'both, remainingOnly, none',
  cors: 'off, on, withoutExposedHeaders',
  unknownParameters: 'ignore, refuse',
  updateNeedsAllFields: 'true, false',
  lockedGroupsQuota: 'null, or a number',
  suspendedUsers: '[], or usernames',
  readOnlyUsers: '[], or usernames: without the scope write',
  extraUsers: '0: user0001, user0002 ...',
};

const faultKeys: Record<keyof Fault, string> = {
  route: 'which requests: as in the API document, e.g. "GET /things"',
  user: 'which requests: username of the caller',
  count: 'how many requests: 1 by default, or "all"',
  skip: 'how many requests pass first',
  delayMs: 'delay of the response',
  hang: 'true: no response at all',
  cut: '"before" or "after" the work',
  status: 'an error instead of the work; with body, the work is done',
  message: 'the error’s message',
  retryAfter: 'any string, or null for no header',
  body: 'a different body, with 200 or status',
  contentType: 'a different content type',
  truncate: 'true: half the body',
  slowBodyMs: 'delay of the second half of the body',
  addHeaders: '{"name":"value"}; a header that already exists is sent again',
};

/** The output of `npm run sandbox -- --help`; docs/sandbox.md has the details. */
export function helpText(): string {
  return `Sandbox: an emulator of the SIM Connectivity Management API

npm run sandbox            serves both bases of the API at http://127.0.0.1:8090
npm run sandbox -- --help  prints this

Environment
${columns([
  ['PORT', '8090', 'port to listen on'],
  ['HOST', '127.0.0.1', 'address to listen on'],
  ['SANDBOX_THINGS', '5000', 'number of SIMs'],
  ['SANDBOX_SEED', '1', 'the same seed gives the same world'],
  ['SANDBOX_LATENCY_MS', '0', 'added to every response, in milliseconds'],
  ['SANDBOX_TIME_PASSES', 'false', 'true: SIMs and groups change on their own'],
  ['SANDBOX_START', 'now', 'initial time of the clock, e.g. 2026-01-01T00:00:00Z'],
])}

Users, passwords and customer ids (the value of the header apikey)
${columns(createUsers().map(({ username, password, customerId, description }) => [username, password, customerId, description]))}

Magic values make the sandbox fail. Type them as Thing name filter, as group name on save, or
as username at sign-in. status:429:3 sets the seconds to wait, fault:delay:3000 the milliseconds.
  ${magicValues.filter((value) => value.startsWith('status:')).join(' ')}
  ${magicValues.filter((value) => value.startsWith('fault:')).join(' ')}

Control interface: only in the sandbox and in tests, without a password
${columns(controlCalls)}

Options, the default first
${columns(Object.entries(optionValues))}

Keys of a fault
${columns(Object.entries(faultKeys))}
`;
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
    )
    .join('\n');
}
