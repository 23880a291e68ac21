import type { Context } from 'hono';

import { text, wholeNumber } from '#contract/parameters.ts';
import {
  maxViewName,
  maxViews,
  type SharedView,
  sharedViewChange,
  viewName,
  viewNameKey,
  viewSearchProblem,
  viewsPath,
} from '#contract/sharedViews.ts';

import type { Dependencies } from '../dependencies.ts';
import type { SessionEnv } from '../http/context.ts';
import { badRequest, GatewayError } from '../http/gatewayError.ts';
import { createPersonLimit } from '../http/personLimit.ts';
import { readUpdate, type RecordRoute, recordRoute } from '../http/records.ts';
import type { ViewResult } from './sharedViews.ts';

const revisions = wholeNumber(1, 999_999_999);

/** The views that a customer's team shares (Q6), as described in src/contract/session.ts. */
export function createViewRoutes(dependencies: Dependencies): readonly RecordRoute[] {
  const { clock, log } = dependencies;
  const { views } = dependencies.store;
  const limitWrites = createPersonLimit(clock, 30, 'changed too many shared views');
  const path = `${viewsPath}/:id`;

  /** The view that a request names, and its author; counts the request towards the limit. */
  function ownView(context: Context<SessionEnv>, customerId: string) {
    const { username: author } = context.get('session');
    limitWrites(JSON.stringify([customerId, author]));
    const id = context.req.param('id') ?? '';
    if (!/^[\w:-]{1,64}$/.test(id)) {
      throw badRequest('A view id has up to 64 letters, digits and dashes.');
    }
    return { customerId, author, id };
  }

  /** Without the view's name, which may contain an identifier. A repeated request writes another line. */
  const audit = (context: Context<SessionEnv>, action: string, { id }: SharedView) =>
    log('audit', {
      requestId: context.var.requestId,
      action,
      username: context.get('session').username,
      viewId: id,
    });

  return [
    recordRoute(dependencies, { path: viewsPath, parameters: {} }, async ({ customerId }) => ({
      views: await views.list(customerId),
    })),
    {
      method: 'PUT',
      path,
      async answer(context, customerId) {
        const own = ownView(context, customerId);
        const change = readChange(await readUpdate(dependencies, context));
        const view = accepted(await views.put({ ...own, ...change }));
        audit(context, view.revision === 1 ? 'share view' : 'change view', view);
        return context.json(view);
      },
    },
    {
      method: 'DELETE',
      path,
      async answer(context, customerId) {
        const own = ownView(context, customerId);
        const revision = revisions.parse(context.req.query('revision') ?? '');
        if (revision === undefined) throw badRequest(`"revision" must be ${revisions.expected}.`);
        const result = await views.remove({ ...own, revision });
        // A repeated request finds nothing to remove.
        if (result.refused !== 'missing') audit(context, 'remove view', accepted(result));
        return context.body(null, 204);
      },
    },
  ];
}

/** @throws {GatewayError} 400 unless it has the documented fields, 422 if the values cannot be shared */
function readChange(body: unknown) {
  const read = sharedViewChange.safeParse(body);
  if (!read.success) {
    throw badRequest('The body needs "name", "search" and "revision" (a whole number).');
  }
  const name = viewName(read.data.name);
  if (name.length > maxViewName || text.parse(name) === undefined || viewNameKey(name) === '') {
    throw viewRefused(422, `The name of a view has 1 to ${maxViewName} visible characters.`);
  }
  const problem = viewSearchProblem(read.data.search);
  if (problem !== undefined) throw viewRefused(422, problem);
  return { ...read.data, name };
}

/** @throws {GatewayError} with the reason, worded for the author */
function accepted(result: ViewResult): SharedView {
  switch (result.refused) {
    case undefined:
      return result.view;
    case 'missing':
      throw viewRefused(404, 'This view was removed in the meantime.');
    case 'other author':
      throw viewRefused(403, `Only ${result.view.author} can change this view.`);
    case 'changed':
      throw viewRefused(
        409,
        `You changed this view in another tab or browser. It is now called “${result.view.name}”. Check it, then save again.`,
      );
    case 'name taken':
      throw viewRefused(
        409,
        `${result.view.author} already shares a view called “${result.view.name}”. Choose another name.`,
      );
    case 'too many':
      throw viewRefused(
        422,
        `A team can share at most ${maxViews.perCustomer} views, with at most ${maxViews.perAuthor} by one person. Remove one first.`,
      );
  }
}

const viewRefused = (status: number, message: string) =>
  new GatewayError('view_refused', { status, message });
