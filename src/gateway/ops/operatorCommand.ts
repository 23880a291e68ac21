import { existsSync } from 'node:fs';

import { codeOf, StoreStartError, StoreUnavailableError } from '../db/storeErrors.ts';
import { storeOptions } from '../dependencies.ts';
import { openStore, type Store } from '../store.ts';
import { type GatewayConfig, readConfig } from './config.ts';
import { ConfigError } from './readSettings.ts';

/** Shared by the operators' commands, `sessions` and `fleet`, and in part by the gateway. */

/** A command was used incorrectly; the message tells the operator what to change. Without one, the usage does. */
export class UsageError extends Error {}

/** Prints the number of rows to stderr, so that stdout contains only the rows, for other programs to read. */
export function sayCount(count: number, name: string): void {
  process.stderr.write(`${count} ${name}${count === 1 ? '' : 's'}\n`);
}

export async function runCommand(
  usage: string,
  run: (command: string, args: readonly string[]) => Promise<void>,
): Promise<void> {
  // A program such as `head` closes the pipe when it has read enough.
  process.stdout.on('error', (error: Error) => {
    if (codeOf(error) === 'EPIPE') process.exit();
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  const [command = '', ...args] = process.argv.slice(2);
  if (['help', '--help', '-h'].includes(command)) process.stdout.write(usage);
  else await reportProblem(() => run(command, args), usage.trimEnd());
}

/** Exits with code 1 and a one-sentence message if an operator can fix the error. */
export async function reportProblem(work: () => Promise<void>, usage = ''): Promise<void> {
  try {
    await work();
  } catch (error) {
    const kinds = [UsageError, ConfigError, StoreStartError, StoreUnavailableError];
    if (!(error instanceof Error) || !kinds.some((kind) => error instanceof kind)) throw error;
    process.stderr.write(`${error.message || usage}\n`);
    process.exitCode = 1;
  }
}

/**
 * Runs work on the gateways' store without changing its schema.
 *
 * @param what subject and verb of the error message if only the gateway can access the data
 */
export async function withStore(
  what: string,
  work: (store: Store, config: GatewayConfig) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env);
  const { database } = config;
  const file = database.kind === 'sqlite' ? database.file : undefined;
  if (file === null) {
    throw new UsageError(
      `${what} in the gateway's memory, where no other program can see them: set DATABASE_URL to the same value as for the gateway, for example DATABASE_URL=sqlite:data/console.db`,
    );
  }
  // Opening the file would create an empty database.
  if (file !== undefined && !existsSync(file)) {
    throw new UsageError(
      `There is no ${file}: set DATABASE_URL to the same value as for the gateway, and run this command in the same folder.`,
    );
  }
  const store = await openStore(database, { ...storeOptions(config), migrates: false });
  try {
    await work(store, config);
  } finally {
    await store.close();
  }
}

/** Prints a line with tabs between the columns, for people and for other programs. */
export function say(columns: readonly string[]): void {
  process.stdout.write(`${columns.map(printable).join('\t')}\n`);
}

/** A name may contain characters that move the cursor or start another line. */
export function printable(text: string): string {
  return text.replaceAll(
    /\p{Cc}/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
