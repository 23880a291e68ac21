import { Hono } from 'hono';

import { changeOutcomes, type ChangesPage } from '#contract/changes.ts';
import { changesPath } from '#contract/session.ts';

import type { Env } from '../context.ts';
import type { Dependencies } from '../dependencies.ts';
import { GatewayError } from '../gatewayError.ts';
import {
  numberParameter,
  oneOf,
  readParameters,
  textParameter,
  timeCursor,
  timeParameter,
  writeTimeCursor,
} from '../queryParameters.ts';
import { loadSession, requireSession } from '../sessions/loadSession.ts';
import { provenCustomer } from '../sessions/provenCustomer.ts';
import type { ChangeKey, PageOptions } from '../store/changesPage.ts';

const day = 24 * 60 * 60_000;
const defaultSize = 25;
const maxSize = 200;

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

const parameters = ['groupId', 'group', 'who', 'outcome', 'from', 'to', 'before', 'size'] as const;

type Query = Omit<PageOptions['filter'], 'customerId'> & Pick<PageOptions, 'before' | 'size'>;

/** @throws {GatewayError} `bad_request` that names the first parameter that is wrong */
function readQuery(query: URLSearchParams): Query {
  const read = readParameters(query, parameters);
  const groupId = read('groupId', textParameter);
  const group = read('group', textParameter);
  const who = read('who', textParameter);
  const outcome = read('outcome', oneOf(changeOutcomes));
  const from = read('from', timeParameter);
  const to = read('to', timeParameter);
  const before = read('before', timeCursor);
  return {
    ...(groupId !== undefined && { groupId }),
    ...(group !== undefined && { group }),
    ...(who !== undefined && { who }),
    ...(outcome !== undefined && { outcome }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    before: before ? { recordedAt: before.at, id: before.id } : null,
    size: read('size', numberParameter(1, maxSize)) ?? defaultSize,
  };
}

function writeCursor({ recordedAt, id }: ChangeKey): string {
  return writeTimeCursor({ at: recordedAt, id });
}
