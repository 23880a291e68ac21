import { Hono } from 'hono';

import { waitingAlertsPath } from '#contract/alerts.ts';
import { customerPath, sessionPath } from '#contract/session.ts';
import { customerChoice } from '#contract/sessionBodies.ts';

import type { Dependencies } from '../dependencies.ts';
import type { Env } from '../http/context.ts';
import { badRequest, GatewayError, methodNotAllowed } from '../http/gatewayError.ts';
import { sandboxGuard } from '../http/guard.ts';
import { readJson } from '../http/limitedBody.ts';
import { createPersonLimit } from '../http/personLimit.ts';
import { isOwnPage, loadSession, requireSession } from './loadSession.ts';
import { createSignIn, infoOf } from './signIn.ts';

/** `/session` and the paths below it, as described in src/contract/session.ts. */
export function createSessionRoutes(dependencies: Dependencies): Hono<Env> {
  const { config, clock, sessions, cookie, sessionLog, store } = dependencies;
  const load = loadSession(dependencies);
  // Each change to the id adds a session event.
  const limitChoices = createPersonLimit(clock, 60, 'changed the customer ID too often');
  const routes = new Hono<Env>();

  routes.get(sessionPath, load, (context) => {
    const session = context.get('session');
    return session ? context.json(infoOf(session)) : context.body(null, 204);
  });

  routes.post(
    sessionPath,
    sessionLog.signIn,
    sandboxGuard(config.service),
    createSignIn(dependencies),
  );

  // The service cannot revoke tokens: the session is removed here and in the browser.
  routes.delete(sessionPath, async (context) => {
    const ids = cookie.read(context.req.header('cookie'));
    const removed = (await Promise.all(ids.map(sessions.remove))).filter(
      (session) => session !== undefined,
    );
    for (const session of removed) sessionLog.signOut(context, session);
    if (removed.length === 0) sessionLog.signOut(context, undefined);
    for (const line of cookie.clear()) context.header('set-cookie', line, { append: true });
    return context.body(null, 204);
  });

  // Every page asks this automatically once a minute, so an ended session is not an error here.
  routes.get(waitingAlertsPath, load, async (context) => {
    const session = context.get('session');
    const { customerId = null, provenCustomerId } = session ?? {};
    const isShown = customerId !== null && customerId === provenCustomerId;
    if (!session || !isShown || !isOwnPage(context.req, session)) return context.body(null, 204);
    const waiting = config.inventory ? await store.alerts.countOpen(customerId) : 0;
    return context.json({ waiting });
  });

  routes.put(customerPath, load, requireSession, async (context, next) => {
    limitChoices(context.get('session').username);
    await next();
  });
  routes.put(customerPath, sessionLog.customerChange, async (context) => {
    const session = context.get('session');
    const choice = customerChoice.safeParse(await readJson(context.req));
    if (!choice.success) {
      throw badRequest(
        'A customer ID can have up to 1000 ASCII letters, digits and symbols, without spaces. It is sent in a header.',
      );
    }
    const { customerId } = choice.data;
    const isNew = customerId !== session.customerId;
    if (!session.mayChangeCustomer && isNew) {
      throw badRequest('The customer ID comes from the sign-in or this console’s configuration.');
    }
    const changed = await sessions.chooseCustomer(session, customerId);
    if (!changed) throw new GatewayError('session_ended');
    context.set('customerChange', isNew ? 'changed' : 'unchanged');
    return context.json(infoOf(changed));
  });

  const allowed = {
    [sessionPath]: 'GET, POST, DELETE',
    [customerPath]: 'PUT',
    [waitingAlertsPath]: 'GET',
  };
  for (const [path, methods] of Object.entries(allowed)) {
    routes.all(path, () => {
      throw methodNotAllowed(methods);
    });
  }
  routes.all(`${sessionPath}/*`, () => {
    throw new GatewayError('not_forwarded');
  });
  return routes;
}
