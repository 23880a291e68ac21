import type { MiddlewareHandler } from 'hono';

import { endpoints } from '#contract/endpoints.ts';
import {
  type FirstAnswer,
  firstAnswersMeta,
  firstPageHeader,
  firstPageMeta,
} from '#contract/firstAnswers.ts';
import { firstListCall } from '#contract/firstListCall.ts';
import {
  apiPrefix,
  consoleHeader,
  gatewayErrorHeader,
  ownerHeader,
  ownerOf,
  sessionPath,
} from '#contract/session.ts';
import { type Clock, within } from '#lib/clock.ts';
import { isObject } from '#lib/isObject.ts';
import { retryAfterMs } from '#lib/retryAfter.ts';

import type { SessionCookie } from '../auth/cookie.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Env, GatewayContext } from '../http/context.ts';
import { readLimited, wholeAnswer } from '../http/limitedBody.ts';
import { passedHeaders } from '../proxy/passAnswer.ts';
import { chooseEncoding } from './compression.ts';
import { drawnHere, type DrawnPage } from './drawnPage.ts';
import { pageHeaders } from './headers.ts';
import { createLateAnswers, type ReadAnswer } from './lateAnswers.ts';
import { block, splitPage, streamed } from './pageStream.ts';
import { addMeta } from './site.ts';

interface FirstAnswersOptions {
  /** The console's page, prepared for its base path. */
  readonly page: string;
  /** Renders the list; undefined if the build has no renderer. */
  readonly drawnPage: DrawnPage | undefined;
  readonly basePath: string;
  readonly cookie: SessionCookie;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly clock: Clock;
  /** Responds to a call from the console, with its log line and all checks. */
  readonly call: (request: Request, env: GatewayContext['env']) => Response | Promise<Response>;
  readonly clientIpHeader: string | null;
  readonly frameAncestors: readonly string[];
  /** Called with an error if a response could not be sent. */
  readonly onError: (error: unknown) => void;
}

/** With fewer calls left, the page itself requests its rows, if it still needs them. */
const lowBudget = 5;
const maxLowBudgets = 1000;

const answerHeaders = [...passedHeaders, 'retry-after', gatewayErrorHeader];

/** The longest page of rows takes a third of this; serializing more would hold up all other requests. */
const maxBytesInPage = 512 * 1024;

/** How long to hold a page open for its rows, in milliseconds. */
const patienceMs = 300;

/** How long the console's start waits for the rendered list, in milliseconds: both need the browser's main thread. */
const startsAfterMs = 60;

interface PageParts {
  readonly pageId: string;
  /** The address of the call for the rows. */
  readonly list: string | undefined;
  readonly drawn: ReturnType<typeof drawnHere>;
  /** The script that starts the console, unless it has been sent. */
  readonly script: () => string;
}

/**
 * Immediately sends the page to a user with a session, followed by the responses that it will need first, so that the
 * service is called while scripts are still loading. Makes at most one call to the service, and none if no list is
 * shown, hardly any calls are left, or the browser is only prefetching.
 */
export function createFirstAnswers(options: FirstAnswersOptions) {
  const { basePath, cookie, clock, call } = options;
  const page = splitPage(options.page);
  const lowUntil = new Map<string, number>();
  const late = createLateAnswers(clock);
  const cookiesOf = ({ req }: GatewayContext) => cookie.read(req.header('cookie')).join(' ');

  function noteBudget(session: string, { status, headers }: Response) {
    const left = headers.get('x-ratelimit-remaining');
    const isLow = status === 429 || (left !== null && Number(left) < lowBudget);
    lowUntil.delete(session);
    if (!isLow) return;
    // By default a minute, the usual window.
    lowUntil.set(session, clock.now() + retryAfterMs(headers, undefined, clock.now()));
    const [oldest] = lowUntil.keys();
    if (lowUntil.size > maxLowBudgets && oldest !== undefined) lowUntil.delete(oldest);
  }

  async function ask(
    context: GatewayContext,
    address: string,
    given: { readonly owner?: string; readonly signal?: AbortSignal } = {},
  ): Promise<ReadAnswer> {
    const { req } = context;
    const { owner, signal = req.raw.signal } = given;
    const headers = new Headers({
      accept: 'application/json',
      [consoleHeader]: '1',
      'sec-fetch-site': 'same-origin',
      cookie: req.header('cookie') ?? '',
    });
    if (owner !== undefined) headers.set(ownerHeader, encodeURIComponent(owner));
    const reported = options.clientIpHeader && req.header(options.clientIpHeader);
    if (options.clientIpHeader && reported) headers.set(options.clientIpHeader, reported);
    const url = new URL(`${basePath.slice(0, -1)}${address}`, req.url);
    const answer = await call(new Request(url, { headers, signal }), context.env);
    return {
      status: answer.status,
      headers: Object.fromEntries(
        [...answer.headers].filter(([name]) => answerHeaders.includes(name)),
      ),
      body: await readLimited(answer, Infinity),
    };
  }

  /** The data blocks, one after another: the list is requested only if a user is signed in. */
  async function* blocks(context: GatewayContext, { pageId, list, drawn, script }: PageParts) {
    const info = inPage(await ask(context, sessionPath));
    yield block(sessionPath, info);
    const signedIn = signedInUser(info);
    if (list === undefined || signedIn === undefined) return;
    const { owner } = signedIn;
    const gone = new AbortController();
    const giveUp = () => gone.abort();
    const signal = AbortSignal.any([context.req.raw.signal, gone.signal]);
    // The customer id may change between the two responses; the page would then show one customer's rows as another's.
    const asked = ask(context, list, { owner, signal });
    asked.catch(() => undefined);
    // Browsers show a page as loading until its response ends.
    const patient = within(clock, patienceMs, asked);
    if (!(await within(clock, startsAfterMs, patient))) yield script();
    const rows = await patient;
    if (!rows || rows.body.byteLength > maxBytesInPage) {
      late.keep(pageId, { address: list, cookies: cookiesOf(context), owner, asked, giveUp });
      return;
    }
    const answer = inPage(rows);
    yield block(list, answer);
    if (drawn === undefined || answer.status !== 200) return;
    const { user } = signedIn;
    const html = await drawn.draw({ user, session: info.body, rows: answer.body });
    if (html === undefined) return;
    // It contains the script that starts the console after the paint.
    script();
    yield html;
  }

  /**
   * Whether the page will be shown. In a frame, its scripts run only if the embedding page is on the list (H5); that
   * page is unknown unless Referer names it.
   */
  function isShown({ req }: GatewayContext): boolean {
    if (['document', undefined].includes(req.header('sec-fetch-dest'))) return true;
    if (options.frameAncestors.length === 0) return false;
    const from = URL.parse(req.header('referer') ?? '')?.origin ?? '';
    return req.header('sec-fetch-site') === 'same-origin' || options.frameAncestors.includes(from);
  }

  const servePage: MiddlewareHandler<Env> = async (context, next) => {
    const { req } = context;
    const [session] = cookie.read(req.header('cookie'));
    const { pathname, searchParams } = new URL(req.url);
    const name = pathname.slice(basePath.length);
    const isPage =
      pathname.startsWith(basePath) && /^(?:(?:things|groups|changes)(?:\/[^/.]+)?)?$/.test(name);
    const isOpened = req.header('sec-fetch-mode') === 'navigate';
    const isPrefetch = /prefetch|prerender/.test(
      req.header('sec-purpose') ?? req.header('purpose') ?? '',
    );
    const isWanted = req.method === 'GET' && isPage && isOpened && isShown(context) && !isPrefetch;
    if (session === undefined || !isWanted) return next();
    const isList = name === '' || name === 'things';
    const hasBudget = (lowUntil.get(session) ?? 0) <= clock.now();
    const list = isList && hasBudget ? firstListCall(searchParams) : undefined;
    const addresses = list === undefined ? [sessionPath] : [sessionPath, list];
    context.set('route', 'page');
    const encoding = chooseEncoding(req.header('accept-encoding'), ['gzip']);
    const pageId = crypto.randomUUID();
    const named = addMeta(page.head, firstPageMeta, pageId);
    const announced = addMeta(named, firstAnswersMeta, JSON.stringify(addresses));
    const drawn = list === undefined ? undefined : drawnHere(options.drawnPage, context, basePath);
    const script = sentOnce(page.script);
    const head = drawn
      ? announced.replace('</head>', () => `${drawn.links}</head>`)
      : `${announced}${script()}`;
    const body = streamed(
      head,
      () => `${script()}${page.tail}`,
      blocks(context, { pageId, list, drawn, script }),
      encoding,
      options.onError,
    );
    context.res = new Response(body, {
      headers: {
        ...pageHeaders,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        // nginx would buffer the response before sending the first byte.
        'x-accel-buffering': 'no',
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      },
    });
  };

  /** By now, the cookie may belong to another session, or the session to another customer id. */
  async function belongsTo(owner: string, context: GatewayContext): Promise<boolean> {
    const seen = { isBackground: true, reportedAddress: context.get('client').reported };
    const ids = cookie.read(context.req.header('cookie'));
    const found = await Promise.all(ids.map(async (id) => options.sessions.find(id, seen)));
    const session = found.find((one) => one !== undefined);
    return session !== undefined && ownerOf(session) === owner;
  }

  /** Answers a page's call with a response requested while the page opened, but received too late to be sent with it. */
  const join: MiddlewareHandler<Env> = async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    const kept = late.take(context.req.header(firstPageHeader) ?? '', {
      address: `${pathname.slice(basePath.length - 1)}${search}`,
      cookies: cookiesOf(context),
    });
    if (!kept) {
      await next();
      const [session] = cookie.read(context.req.header('cookie'));
      if (session !== undefined) noteBudget(session, context.res);
      return;
    }
    // Leaving the page cancels the calls it is waiting for.
    context.req.raw.signal.addEventListener('abort', kept.giveUp, { once: true });
    const answer = await kept.asked.catch(() => undefined);
    // After a sign-out or a change of customer id, nobody gets data that was read earlier.
    if (answer === undefined || answer.status === 499 || !(await belongsTo(kept.owner, context))) {
      return next();
    }
    context.set('route', `${apiPrefix}${endpoints.listThings.path}`);
    context.res = wholeAnswer(answer.body, answer);
  };

  return { servePage, join };
}

function inPage({ body, ...answer }: ReadAnswer): FirstAnswer {
  return { ...answer, body: new TextDecoder().decode(body) };
}

/** Text that is sent only once per response, at whichever of several points comes first. */
function sentOnce(text: string): () => string {
  let unsent = text;
  return () => {
    const taken = unsent;
    unsent = '';
    return taken;
  };
}

/** The user for whom rows may be requested; undefined without a customer id. */
function signedInUser({ status, body }: FirstAnswer) {
  const info: unknown = status === 200 ? JSON.parse(body) : undefined;
  if (!isObject(info)) return undefined;
  const { username, customerId } = info;
  if (typeof username !== 'string' || typeof customerId !== 'string') return undefined;
  return { user: username, owner: ownerOf({ username, customerId }) };
}
