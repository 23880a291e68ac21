import { Hono } from 'hono';

import { changeOutcomes, type ChangesPage } from '#contract/changes.ts';
import { changesPath } from '#contract/session.ts';

import type { Env } from '../context.ts';
import type { Dependencies } from '../dependencies.ts';
import { methodNotAllowed } from '../gatewayError.ts';
import { oneOf, readParameters, textParameter, timeParameter } from '../queryParameters.ts';
import { answerInTurn, provenCustomer, readTimePage, timeCursorsOf } from '../records.ts';
import { loadSession, requireSession } from '../sessions/loadSession.ts';
import type { PageOptions } from '../store/changesPage.ts';

const day = 24 * 60 * 60_000;
const defaultSize = 25;

/** `GET /records/changes`, as src/contract/session.ts describes it. */
export function createChangesRoute(dependencies: Dependencies): Hono<Env> {
  const { config, history, learner } = dependencies;
  const routes = new Hono<Env>();

  routes.get(changesPath, loadSession(dependencies), requireSession, async (context) => {
    provenCustomer(context.get('session'));
    const { before, size, ...filter } = readQuery(new URL(context.req.url).searchParams);
    return answerInTurn(dependencies, context, async ({ customerId, signal }) => {
      // The list that a page reads just before says what was changed elsewhere.
      await learner.caughtUp(customerId);
      const page = await history.page({ filter: { ...filter, customerId }, before, size, signal });
      return {
        changes: [...page.rows],
        ...timeCursorsOf(page),
        keptDays: Math.round(config.historyMs / day),
      } satisfies ChangesPage;
    });
  });
  routes.all(changesPath, () => {
    throw methodNotAllowed('GET');
  });
  return routes;
}

const parameters = ['groupId', 'group', 'who', 'outcome', 'from', 'to', 'before', 'size'] as const;

type Query = Omit<PageOptions['filter'], 'customerId'> & Pick<PageOptions, 'before' | 'size'>;

function readQuery(query: URLSearchParams): Query {
  const read = readParameters(query, parameters);
  const groupId = read('groupId', textParameter);
  const group = read('group', textParameter);
  const who = read('who', textParameter);
  const outcome = read('outcome', oneOf(changeOutcomes));
  const from = read('from', timeParameter);
  const to = read('to', timeParameter);
  return {
    ...(groupId !== undefined && { groupId }),
    ...(group !== undefined && { group }),
    ...(who !== undefined && { who }),
    ...(outcome !== undefined && { outcome }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...readTimePage(read, defaultSize),
  };
}
