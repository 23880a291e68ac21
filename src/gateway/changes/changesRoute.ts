import { Hono } from 'hono';

import { changeOutcomes, type ChangesPage } from '#contract/changes.ts';
import { changesPath } from '#contract/session.ts';

import type { Env, SessionEnv } from '../context.ts';
import type { Dependencies } from '../dependencies.ts';
import { GatewayError } from '../gatewayError.ts';
import { loadSession, requireSession } from '../sessions/loadSession.ts';
import type { ChangeKey, PageOptions } from '../store/changesPage.ts';

const day = 24 * 60 * 60_000;
const defaultSize = 25;
const maxSize = 200;
const maxTextLength = 200;

/** `GET /records/changes`, as src/contract/session.ts describes it. */
export function createChangesRoute(dependencies: Dependencies): Hono<Env> {
  const { config, history, learner } = dependencies;
  const routes = new Hono<Env>();

  routes.get(changesPath, loadSession(dependencies), requireSession, async (context) => {
    const customerId = provenCustomer(context.get('session'));
    const { before, size, ...filter } = readQuery(new URL(context.req.url).searchParams);
    // The list that a page reads just before says what was changed elsewhere.
    await learner.caughtUp(customerId);
    const page = await history.page({ filter: { ...filter, customerId }, before, size });
    return context.json({
      changes: [...page.changes],
      next: page.next && writeCursor(page.next),
      previous: page.previous === 'first' ? '' : page.previous && writeCursor(page.previous),
      keptDays: Math.round(config.historyMs / day),
    } satisfies ChangesPage);
  });
  routes.all(changesPath, () => {
    throw new GatewayError('not_forwarded', {
      status: 405,
      message: 'This call does not exist with this method.',
      headers: { allow: 'GET' },
    });
  });
  return routes;
}

/** The customer whose records a session may read: a person may type any id, and that alone shows nothing (C5). */
function provenCustomer({ customerId, provenCustomerId }: SessionEnv['Variables']['session']) {
  if (customerId === null) throw new GatewayError('customer_required');
  if (customerId !== provenCustomerId) throw new GatewayError('customer_unproven');
  return customerId;
}

const parameters = ['groupId', 'group', 'who', 'outcome', 'from', 'to', 'before', 'size'] as const;
type Parameter = (typeof parameters)[number];

type Query = Omit<PageOptions['filter'], 'customerId'> & Pick<PageOptions, 'before' | 'size'>;

/** @throws {GatewayError} `bad_request` that names the first parameter that is wrong */
function readQuery(query: URLSearchParams): Query {
  for (const name of query.keys()) {
    if (!parameters.some((known) => known === name) || query.getAll(name).length > 1) {
      throw new GatewayError('bad_request', {
        message: `The parameters are ${parameters.join(', ')}, each at most once.`,
      });
    }
  }
  /** An empty value counts as absent. */
  function read<T>(name: Parameter, parse: (text: string) => T | undefined, expected: string) {
    const text = query.get(name);
    if (text === null || text === '') return undefined;
    const value = parse(text);
    if (value !== undefined) return value;
    throw new GatewayError('bad_request', { message: `"${name}" must be ${expected}.` });
  }
  const searched = `a text of up to ${maxTextLength} characters without line breaks`;
  const time = 'a time in whole milliseconds since 1970';
  const groupId = read('groupId', readText, searched);
  const group = read('group', readText, searched);
  const who = read('who', readText, searched);
  const outcome = read(
    'outcome',
    (text) => changeOutcomes.find((known) => known === text),
    `one of ${changeOutcomes.join(', ')}`,
  );
  const from = read('from', readTime, time);
  const to = read('to', readTime, time);
  return {
    ...(groupId !== undefined && { groupId }),
    ...(group !== undefined && { group }),
    ...(who !== undefined && { who }),
    ...(outcome !== undefined && { outcome }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    before: read('before', readCursor, 'a cursor of an earlier answer') ?? null,
    size: read('size', readSize, `a whole number from 1 to ${maxSize}`) ?? defaultSize,
  };
}

/** PostgreSQL takes no NUL, and no name has a control character. */
function readText(text: string): string | undefined {
  const isFine = text.length <= maxTextLength && text.isWellFormed() && !/\p{Cc}/u.test(text);
  return isFine ? text : undefined;
}

function readTime(text: string): number | undefined {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function readSize(text: string): number | undefined {
  const size = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return size >= 1 && size <= maxSize ? size : undefined;
}

function writeCursor({ recordedAt, id }: ChangeKey): string {
  return `${recordedAt}.${id}`;
}

function readCursor(text: string): ChangeKey | undefined {
  const [, recordedAt, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text) ?? [];
  return id === undefined ? undefined : { recordedAt: Number(recordedAt), id };
}
