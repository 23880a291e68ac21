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
  customerIdClaim: 'customer_id, any name, dotted path or address, none',
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
  cells: 'numbers, hexadecimal: cell ids and LACs as texts such as 1A2B',
  brokenRecords: 'false, true: one in fifty',
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
  route: 'which: as in the API document, e.g. "GET /things"',
  user: 'which: username of the caller',
  count: 'how many: 1 when left out, or "all"',
  skip: 'how many pass before',
  delayMs: 'the response comes later',
  hang: 'true: never a response',
  cut: '"before" or "after" the work',
  status: 'an error instead of the work; with body, the work is done',
  message: 'of that error',
  retryAfter: 'any text, null for no header',
  body: 'another body, with 200 or status',
  contentType: 'another type',
  truncate: 'true: half a body',
  slowBodyMs: 'the second half of the body comes later',
  addHeaders: '{"name":"value"}, also a name that is there already',
};

/** What `npm run sandbox -- --help` prints; docs/sandbox.md explains it in detail. */
export function helpText(): string {
  return `Sandbox: an emulator of the SIM Connectivity Management API

npm run sandbox            serves both bases of the API at http://127.0.0.1:8090
npm run sandbox -- --help  prints this

Environment
${columns([
  ['PORT', '8090', 'where it listens'],
  ['HOST', '127.0.0.1', ''],
  ['SANDBOX_THINGS', '5000', 'number of SIMs'],
  ['SANDBOX_SEED', '1', 'the same seed gives the same world'],
  ['SANDBOX_LATENCY_MS', '0', 'added to every response, in milliseconds'],
  ['SANDBOX_TIME_PASSES', 'false', 'true: SIMs and groups change by themselves'],
  ['SANDBOX_START', 'now', 'when its clock starts, e.g. 2026-01-01T00:00:00Z'],
])}

Users, passwords and customer ids (the value of the header apikey)
${columns(createUsers().map(({ username, password, customerId, description }) => [username, password, customerId, description]))}

Magic values, which a person can type to make it fail: as Thing name filter, as name of a group on save,
as username at sign-in. status:429:3 sets the seconds to wait, fault:delay:3000 the milliseconds.
  ${magicValues.filter((value) => value.startsWith('status:')).join(' ')}
  ${magicValues.filter((value) => value.startsWith('fault:')).join(' ')}

Control interface: only here and in tests, without a password
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
