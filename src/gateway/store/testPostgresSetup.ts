import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

import type { TestProject } from 'vitest/node';

import { portOf, type PostgresServer, startPostgres } from './testPostgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers a POST with the address of an empty database. */
    readonly newDatabaseUrl: string;
  }
}

let postgres: Promise<PostgresServer> | undefined;
let server: Server | undefined;

/**
 * One PostgreSQL for all test files of a run. It is started by the first that asks, so that a run of other
 * tests does not wait for it.
 */
export async function setup({ provide }: TestProject): Promise<void> {
  server = createServer((_request, response) => {
    postgres ??= startPostgres();
    postgres
      .then((started) => started.createDatabase())
      .then(
        (address) => response.end(address),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  provide('newDatabaseUrl', `http://127.0.0.1:${portOf(server)}`);
}

export async function teardown(): Promise<void> {
  server?.close();
  await (await postgres?.catch(() => undefined))?.stop();
}
