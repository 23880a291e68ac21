import { Hono, type MiddlewareHandler } from 'hono';

import { signInPath } from '#contract/signInDocument.ts';
import { isObject } from '#lib/isObject.ts';

import type { Dependencies } from '../dependencies.ts';
import type { Env } from '../http/context.ts';
import { formGuard, sandboxGuard } from '../http/guard.ts';
import { readForm } from '../http/limitedBody.ts';
import type { SignInEnv } from '../ops/sessionLog.ts';
import { decompress } from '../site/compression.ts';
import { nextOf, type SignInPage } from '../site/signInPage.ts';
import { createSignIn } from './signIn.ts';
import { createSignInLimit } from './signInLimit.ts';

const maxBodyBytes = 1024 * 1024;

/**
 * `POST /sign-in`: the sign-in page's form, submitted by the browser itself before a script takes over. Signs in like
 * `POST /session`, but responds with a page.
 */
export function createNativeSignIn(dependencies: Dependencies, page: SignInPage): Hono<Env> {
  const { config, publicOrigin, sessionLog } = dependencies;
  const routes = new Hono<Env>();
  routes.post(
    signInPath,
    formGuard(publicOrigin),
    answerWithPage(dependencies, page),
    sessionLog.signIn,
    sandboxGuard(config.service),
    createSignIn(dependencies, readForm),
  );
  return routes;
}

/** The form never sends requests that cause these errors, so users never see them. */
const notFromForm = new Set([400, 413, 415]);

/**
 * Redirects after a sign-in; otherwise shows the form again with the error. Rendering it is the gateway's most
 * expensive work, so requests that no form would send, and networks over their rendering limit, get a fixed page.
 */
function answerWithPage(
  { config, systemTime }: Dependencies,
  page: SignInPage,
): MiddlewareHandler<SignInEnv> {
  const drawings = createSignInLimit(config.signInTries);
  return async (context, next) => {
    await next();
    const answer = context.res;
    // The browser has disconnected.
    if (answer.status === 499) return;
    if (context.get('username') === undefined && notFromForm.has(answer.status)) return;
    if (!answer.ok && (await drawings.take(context.get('client').address)) > 0) return;
    const { search } = new URL(context.req.url);
    const body = await readBody(answer);
    const headers = new Headers(answer.headers);
    for (const name of ['content-length', 'content-encoding', 'content-type', 'vary']) {
      headers.delete(name);
    }
    // Otherwise Hono would copy the previous response's headers to the new one, including the content type.
    context.res = undefined;
    if (answer.ok) {
      headers.set('location', `${config.basePath.slice(0, -1)}${pageAfter(body, search)}`);
      context.res = new Response(null, { status: 303, headers });
      return;
    }
    const { status } = answer;
    const username = context.get('username') ?? '';
    const refused = { username, status, headers: answer.headers, body, at: systemTime() };
    context.set('pageHeaders', page.headers);
    headers.set('content-type', 'text/html; charset=utf-8');
    context.res = new Response(page.refused(search, refused), { status, headers });
  };
}

/** The requested page, or the customer id page if the id is still needed. */
function pageAfter(session: string, search: string): string {
  const next = nextOf(search);
  const info: unknown = JSON.parse(session);
  const isComplete = isObject(info) && info['customerId'] !== null;
  return isComplete ? next : `${signInPath}?ask=customer&next=${encodeURIComponent(next)}`;
}

async function readBody(answer: Response): Promise<string> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  try {
    const plain = await decompress(bytes, answer.headers.get('content-encoding'), maxBodyBytes);
    return new TextDecoder().decode(plain);
  } catch {
    // Longer than any real message, so only the status is shown.
    return '';
  }
}
