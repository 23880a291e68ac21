import { createUsers } from './auth/users.ts';

/** What `npm run sandbox -- --help` prints. */
export function helpText(): string {
  const users = createUsers(0).map(
    ({ username, password, description }) =>
      `  ${username.padEnd(10)} ${password.padEnd(18)} ${description}`,
  );
  return `Sandbox: an emulator of the SIM Connectivity Management API

npm run sandbox            serves both bases of the API at http://127.0.0.1:8090
npm run sandbox -- --help  prints this

Environment
  PORT                 8090       where it listens
  HOST                 127.0.0.1
  SANDBOX_THINGS       5000       number of SIMs
  SANDBOX_SEED         1          the same seed gives the same world
  SANDBOX_LATENCY_MS   0          added to every answer

Users and passwords
${users.join('\n')}

Values that a person can type to see an error
  status:401           also 400, 403, 404, 409, 422, 429, 500, 502, 503
  status:429:3         with the seconds to wait
    in the Things filter "Thing name", as a Group name on save, and as the username at sign-in
`;
}
