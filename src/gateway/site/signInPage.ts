import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import type { SandboxOffer } from '#contract/sandboxUsers.ts';
import {
  type RefusedSignIn,
  signInFailureMeta,
  signInFolder,
  signInPath,
  type SignInRenderer,
} from '#contract/signInDocument.ts';
import { asksForEmbed } from '#lib/embed.ts';
import { nextAfterSignIn } from '#lib/safeNext.ts';

import type { SessionCookie } from '../auth/cookie.ts';
import type { GatewayContext } from '../http/context.ts';
import { maxUrlLength } from '../http/nodeServer.ts';
import { contentSecurityPolicy, pageHeaders } from './headers.ts';
import { fileAnswer } from './serveSite.ts';
import { addMeta, importBuilt, pageFile, preparePage } from './site.ts';

export type SignInPage = NonNullable<Awaited<ReturnType<typeof loadSignInPage>>>;

const emptyRoot = '<div id="root"></div>';

/**
 * Loads the sign-in page, as HTML that needs no script, from the build.
 *
 * @param offer the users that the page offers, on the embedded sandbox
 * @returns undefined if the build has none; then the console renders the page
 */
export async function loadSignInPage(
  distDir: string,
  config: RuntimeConfig,
  offer: SandboxOffer | undefined,
) {
  const folder = join(distDir, signInFolder);
  if (!existsSync(folder)) return undefined;
  const template = preparePage(readFileSync(join(folder, 'page.html'), 'utf8'), config, offer);
  const { renderSignIn } = await importBuilt<SignInRenderer>(folder, 'renderSignIn');

  function html(search: string, refused?: RefusedSignIn): string {
    const drawn = renderSignIn(search, offer, refused);
    const page = template.replace(emptyRoot, () => `<div id="root">${drawn.html}</div>`);
    return drawn.failure === undefined ? page : addMeta(page, signInFailureMeta, drawn.failure);
  }

  // Inside a portal, the page shows no brand. Nothing else depends on the address.
  const usual = pageFile(html(''));
  const embedded = pageFile(html(`?next=${encodeURIComponent('/?embed=1')}`));
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(template) ?? [];
  const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;
  const headers: Readonly<Record<string, string>> = {
    ...pageHeaders,
    'content-security-policy': contentSecurityPolicy(config.frameAncestors, {
      styleHash,
      hasForm: true,
    }),
    // With `no-referrer`, browsers would submit the form with `Origin: null`, which proves nothing (H5). With this
    // policy, they send only the origin.
    'referrer-policy': 'strict-origin',
  };
  return {
    /** @param search the query string of the page's URL */
    file: (search: string) => (asksForEmbed(nextOf(search)) ? embedded : usual),
    /** The page with the error, after a failed sign-in from its form. */
    refused: (search: string, refused: RefusedSignIn) => html(search, refused),
    headers,
  };
}

/** Where to go after signing in, as a path below the console's base path. */
export function nextOf(search: string): string {
  return nextAfterSignIn(new URLSearchParams(search).get('next'), '/');
}

/**
 * Responses sent in place of the console's page: the sign-in page at its own address, and a redirect to it when a
 * browser opens another page without a session.
 *
 * @param name the page's path, without the base path
 * @returns undefined if the console has to decide itself
 */
export function createServeSignIn(
  page: SignInPage,
  given: {
    readonly basePath: string;
    readonly cookie: SessionCookie;
    readonly crossSiteCookie: boolean;
  },
) {
  const { basePath, cookie } = given;
  const sendsCookieFrom = ['none', 'same-origin', 'same-site'];

  /** Without a cookie, the console would only check for a session and then open the same page. */
  function hasNoSession({ req }: GatewayContext): boolean {
    if (req.header('sec-fetch-mode') !== 'navigate') return false;
    if (cookie.read(req.header('cookie')).length > 0) return false;
    // A link on another site does not send a SameSite=Strict cookie.
    const from = req.header('sec-fetch-site') ?? '';
    return given.crossSiteCookie || sendsCookieFrom.includes(from);
  }

  return (context: GatewayContext, name: string): Response | undefined => {
    const { pathname, search, searchParams } = new URL(context.req.url);
    if (`/${name}` === signInPath) {
      if (searchParams.get('ask') === 'customer') return undefined;
      context.set('pageHeaders', page.headers);
      return fileAnswer(context, page.file(search));
    }
    if (!hasNoSession(context)) return undefined;
    const here = `${name === '' ? '/things' : pathname.slice(basePath.length - 1)}${search}`;
    const location = `${basePath}${signInPath.slice(1)}?next=${encodeURIComponent(here)}`;
    // The gateway would refuse a longer address; the console opens the sign-in page without requesting it.
    if (location.length > maxUrlLength) return undefined;
    return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
  };
}
