import { createUsers } from './auth/users.ts';
import { controlCalls } from './control/control.ts';
import { sentinelValues } from './sentinels.ts';

/** What `npm run sandbox -- --help` prints; docs/sandbox.md says the same at length. */
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
  ['SANDBOX_LATENCY_MS', '0', 'added to every answer, in milliseconds'],
])}

Users, passwords and customer ids (the value of the header apikey)
${columns(createUsers().map(({ username, password, customerId, description }) => [username, password, customerId, description]))}

Values that a person can type to make it fail: as Thing name filter, as name of a group on save, as
username at sign-in. status:429:3 sets the seconds to wait, fault:delay:3000 the milliseconds.
  ${sentinelValues.filter((value) => value.startsWith('status:')).join(' ')}
  ${sentinelValues.filter((value) => value.startsWith('fault:')).join(' ')}

Control interface: only here and in tests, without any access check
${columns(controlCalls)}
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
