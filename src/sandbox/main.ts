import { serve } from '@hono/node-server';

import { ConnectionCut } from './errors.ts';
import { helpText } from './help.ts';
import { createSandbox } from './sandbox.ts';

if (process.argv.includes('--help')) {
  console.log(helpText());
  process.exit(0);
}

const host = process.env['HOST'] ?? '127.0.0.1';
const sandbox = createSandbox({
  things: wholeNumber('SANDBOX_THINGS', 5000, 1_000_000),
  seed: wholeNumber('SANDBOX_SEED', 1, 2 ** 31),
  latencyMs: wholeNumber('SANDBOX_LATENCY_MS', 0, 60_000),
});

const server = serve(
  {
    hostname: host,
    port: wholeNumber('PORT', 8090, 65_535),
    async fetch(request, { incoming }) {
      const clientAddress = incoming.socket.remoteAddress;
      try {
        return await sandbox.fetch(request, clientAddress === undefined ? {} : { clientAddress });
      } catch (error) {
        if (error instanceof ConnectionCut || request.signal.aborted) {
          incoming.socket.destroy();
          return new Response(null, { status: 500 });
        }
        console.error(error);
        return new Response(null, { status: 500 });
      }
    },
  },
  ({ port }) => {
    console.log(`Sandbox of the SIM Connectivity Management API: http://${host}:${port}`);
    for (const { username, password, description } of sandbox.users) {
      console.log(`  ${username} / ${password}  (${description})`);
    }
  },
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close());

/** A number from the environment; a wrong one ends the program with a sentence that names the key. */
function wholeNumber(key: string, fallback: number, most: number): number {
  const text = process.env[key];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most) {
    console.error(`${key} must be a whole number up to ${most}, for example ${key}=${fallback}`);
    process.exit(1);
  }
  return value;
}
