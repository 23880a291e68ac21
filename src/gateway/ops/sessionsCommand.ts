import { parseArgs } from 'node:util';

import type { EventKey } from '../auth/sessionEvents.ts';
import type { SessionSummary } from '../auth/sessionRow.ts';
import { StoreUnavailableError } from '../db/storeErrors.ts';
import type { Store } from '../store.ts';
import { calledAs, helpRows } from './commandNames.ts';
import { printable, runCommand, say, sayCount, UsageError, withStore } from './operatorCommand.ts';

const usage = `Lists and ends the sessions in the database that DATABASE_URL names. A session ends immediately on every gateway.

${helpRows([
  [calledAs('sessions', 'list [USERNAME]'), 'who is signed in, since when, and when last used'],
  [calledAs('sessions', 'end ID'), 'end one session, by its ID in the list'],
  [calledAs('sessions', 'end-user USERNAME'), 'end all sessions of a user, in any letter case'],
  [
    calledAs('sessions', 'events [--user USERNAME] [--days DAYS]'),
    'who signed in and out, and from where, in the last DAYS days (default 7)',
  ],
])}
`;

const pageSize = 500;
const shownDigits = 12;
const usualDays = 7;

await runCommand(usage, async (command, others) => {
  const work = workOf(command, others);
  await withStore('The sessions are', (store, config) => work(store, config.historyMs > 0));
});

/** Parses the command line before anything is opened. */
function workOf(
  command: string,
  others: readonly string[],
): (store: Store, isKept: boolean) => Promise<void> {
  if (command === 'events') {
    const options = readEventOptions(others);
    return (store) => events(store, options);
  }
  const [argument] = others;
  if (others.length > 1) throw new UsageError();
  if (command === 'list') return (store) => list(store, argument);
  if (argument === undefined || !['end', 'end-user'].includes(command)) throw new UsageError();
  if (command === 'end-user') return (store, isKept) => endUser(store, argument, isKept);
  if (!/^[\da-f]{8,64}$/.test(argument)) {
    throw new UsageError('ID must be an ID from the list, for example 3f9a02c41b7e');
  }
  return (store, isKept) => end(store, argument, isKept);
}

interface EventOptions {
  readonly username: string | undefined;
  readonly days: number;
}

function readEventOptions(args: readonly string[]): EventOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { user: { type: 'string' }, days: { type: 'string' } },
    });
    const { user: username, days = String(usualDays) } = values;
    if (/^\d{1,4}$/.test(days) && Number(days) > 0) return { username, days: Number(days) };
  } catch {
    throw new UsageError();
  }
  throw new UsageError('DAYS must be a whole number from 1 to 9999, for example --days 30');
}

async function events(store: Store, options: EventOptions): Promise<void> {
  let count = 0;
  const pages = (after: EventKey = { at: 0, id: '' }) =>
    store.events.list({ ...options, after, limit: pageSize });
  for await (const event of allOf(pages)) {
    if (count === 0) {
      say(['TIME', 'EVENT', 'OUTCOME', 'USERNAME', 'CUSTOMER ID', 'FROM', 'REQUEST ID']);
    }
    count += 1;
    const { at, kind, outcome, username, customerId, address, requestId } = event;
    const optional = [username, customerId, address, requestId].map((text) => text ?? '-');
    say([new Date(at).toISOString(), kind, outcome, ...optional]);
  }
  sayCount(count, 'event');
}

async function list(store: Store, username: string | undefined): Promise<void> {
  let count = 0;
  for await (const session of sessionsOf(store, username)) {
    if (count === 0) say(['ID', 'USERNAME', 'CUSTOMER ID', 'FROM', 'SINCE', 'LAST USED']);
    count += 1;
    const { key, customerId, address, createdAt, lastSeenAt } = session;
    say([
      key.slice(0, shownDigits),
      session.username,
      customerId ?? '(not known)',
      address ?? '(not known)',
      new Date(createdAt).toISOString(),
      new Date(lastSeenAt).toISOString(),
    ]);
  }
  sayCount(count, 'session');
}

async function end(store: Store, id: string, isKept: boolean): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of sessionsOf(store)) if (key.startsWith(id)) keys.push(key);
  const [key] = keys;
  if (key === undefined) throw new UsageError(`There is no session ${id}; it may have ended.`);
  if (keys.length > 1) throw new UsageError(`${id} matches several sessions: enter more digits.`);
  const removed = await store.sessions.remove(key);
  if (removed) await noteEnded(store, [removed], isKept);
  if (!removed) throw new UsageError(`Session ${id} had already ended.`);
  process.stdout.write(`Ended: ${printable(removed.username)}\n`);
}

async function endUser(store: Store, username: string, isKept: boolean): Promise<void> {
  const removed = await store.sessions.removeUser(username);
  if (removed.length === 0) {
    throw new UsageError(`There is no session for ${printable(username)}; it may have ended.`);
  }
  await noteEnded(store, removed, isKept);
  const names = new Set([username, ...removed.map((session) => session.username)]);
  const words = Array.from(names, printable).join(', ');
  process.stdout.write(`Sessions ended for ${words}: ${removed.length}\n`);
}

/** The sessions have already ended, so a failure to store an event is only reported. */
async function noteEnded(
  store: Store,
  ended: readonly Pick<SessionSummary, 'username' | 'address' | 'customerId'>[],
  isKept: boolean,
): Promise<void> {
  if (!isKept) return;
  const event = { kind: 'session ended', outcome: 'ended by an operator' };
  const ids = { requestId: null, serviceRequestId: null };
  try {
    for (const { username, address, customerId } of ended) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is easier on the store
      await store.events.add({ ...event, username, address, customerId, ...ids });
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    process.stderr.write(`Not recorded: ${error.message}\n`);
  }
}

function sessionsOf(store: Store, username?: string): AsyncGenerator<SessionSummary> {
  const whose = username === undefined ? {} : { username };
  return allOf((after?: SessionSummary) =>
    store.sessions.list({ ...whose, after: after?.key ?? '', limit: pageSize }),
  );
}

/** @param pageAfter returns the rows after a given row, or the first rows */
async function* allOf<Row>(
  pageAfter: (last?: Row) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  do {
    // oxlint-disable-next-line no-await-in-loop -- a page starts after the last row of the one before
    const page: readonly Row[] = await pageAfter(last);
    yield* page;
    last = page.length < pageSize ? undefined : page.at(-1);
  } while (last !== undefined);
}
