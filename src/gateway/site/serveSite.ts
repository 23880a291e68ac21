import { decoded } from '#lib/decoded.ts';

import type { GatewayContext } from '../http/context.ts';
import { GatewayError } from '../http/gatewayError.ts';
import { wholeAnswer } from '../http/limitedBody.ts';
import { chooseEncoding } from './compression.ts';
import { pageHeaders } from './headers.ts';
import type { Site, SiteFile } from './site.ts';

/**
 * @param basePath with a slash at both ends; only paths below it are served
 * @param serveSignIn responds to some page addresses in place of the console's page
 */
export function createServeSite(
  site: Site,
  basePath: string,
  serveSignIn?: (context: GatewayContext, name: string) => Response | undefined,
) {
  return (context: GatewayContext): Response => {
    const { method } = context.req;
    if (method !== 'GET' && method !== 'HEAD') {
      throw new GatewayError('not_forwarded', {
        status: 405,
        message: 'Files and pages are read-only.',
        headers: { allow: 'GET, HEAD' },
      });
    }
    const path = decodePath(context.req.url, basePath);
    if (path !== undefined && `${path}/` === basePath) {
      context.set('route', 'page');
      const location = `${basePath}${new URL(context.req.url).search}`;
      return new Response(null, { status: 308, headers: { location } });
    }
    if (path === undefined || !path.startsWith(basePath)) return notFound();
    const name = path.slice(basePath.length);
    const file = site.files.get(name);
    if (file) {
      context.set('route', name.startsWith('assets/') ? 'asset' : 'file');
      return fileAnswer(context, file);
    }
    if (!isPageAddress(name) && !isIdAddress(context.req.url, basePath)) return notFound();
    context.set('route', 'page');
    return serveSignIn?.(context, name) ?? fileAnswer(context, site.page, pageHeaders);
  };
}

/** The decoded path; undefined if it cannot be decoded, or contains characters that no page address has. */
function decodePath(url: string, basePath: string): string | undefined {
  const path = decoded(new URL(url).pathname);
  if (path === undefined || /\p{Cc}/u.test(path)) return undefined;
  return /\\|\/\//.test(path) && !isIdAddress(url, basePath) ? undefined : path;
}

/**
 * Whether an address may be a page of the console; its router decides the rest. An address with a file extension, or
 * with a segment that begins with a dot, is not a page, so missing files never get HTML. But a list's address may be
 * followed by an id, and the service's ids may end in anything (API document 2).
 */
function isPageAddress(name: string): boolean {
  if (/^(?:assets|api|session)(?:\/|$)/.test(name)) return false;
  if (name.split('/').some((part) => part.startsWith('.'))) return false;
  return /^(?:things|groups)\//.test(name) || !/\.[a-z][a-z0-9]{0,11}$/i.test(name);
}

/** Whether the groups' address is followed by one encoded segment: an id, which is opaque (API document 2). */
function isIdAddress(url: string, basePath: string): boolean {
  return /^groups\/[^/]+$/.test(new URL(url).pathname.slice(basePath.length));
}

/** Sends a file in the best encoding, or 304 if the browser already has it. */
export function fileAnswer(
  context: GatewayContext,
  file: SiteFile,
  extraHeaders: Readonly<Record<string, string>> = {},
): Response {
  const headers = {
    ...extraHeaders,
    'cache-control': file.cacheControl,
    etag: file.etag,
    vary: 'accept-encoding',
  };
  const known = context.req.header('if-none-match')?.split(',') ?? [];
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === file.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const available = [...file.variants.keys()];
  const encoding = chooseEncoding(context.req.header('accept-encoding'), available);
  const body = file.variants.get(encoding) ?? new Uint8Array();
  return wholeAnswer(context.req.method === 'HEAD' ? new Uint8Array() : body, {
    headers: {
      ...headers,
      'content-type': file.type,
      'content-length': String(body.byteLength),
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    },
  });
}

function notFound(): Response {
  return new Response('Not found\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
}
