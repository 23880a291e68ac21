import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { type SandboxOffer, sandboxUsersMeta } from '#contract/sandboxUsers.ts';
import { runtimeConfigMeta } from '#contract/session.ts';
import { isObject } from '#lib/isObject.ts';

import { isCheckout } from '../files.ts';
import { ConfigError } from '../ops/readSettings.ts';
import type { Encoding } from './compression.ts';

/** A file of the built console, in every available encoding. */
export type SiteFile = ReturnType<typeof pageFile>;

/** The built console, held in memory: no request path ever reaches the file system. */
export interface Site {
  /** The HTML for every page address. */
  readonly page: SiteFile;
  /** The same HTML as a string, for pages to which elements are added. */
  readonly pageHtml: string;
  /** Addresses of that page's style sheets, and of the style sheet for refusals. */
  readonly stylesheets: readonly string[];
  /** Keyed by path below the base path, such as `assets/main-1a2b.js`. */
  readonly files: ReadonlyMap<string, SiteFile>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** The names of hashed files change with their content. Browsers request the icon again for every address in a tab. */
function cacheControlOf(name: string, type: string): string {
  if (name.startsWith('assets/')) return 'public, max-age=31536000, immutable';
  return type.startsWith('image/') ? 'public, max-age=86400' : 'no-cache';
}

/**
 * Reads the output of `npm run build`. Omits source maps, dot files, and files of unexpected types.
 *
 * @throws {ConfigError} if there is no index.html
 */
export function loadSite(
  distDir: string,
  runtimeConfig: RuntimeConfig,
  offer?: SandboxOffer,
): Site {
  const names = listFiles(distDir);
  if (!names.includes('index.html')) {
    throw new ConfigError(
      isCheckout
        ? 'There is no built console yet: run "npm run build" first.'
        : 'The folder dist with the console is missing: unpack the archive again.',
    );
  }
  const html = readFileSync(join(distDir, 'index.html'), 'utf8');
  const files = new Map<string, SiteFile>();
  for (const name of names) {
    const type = types[extname(name)];
    if (name === 'index.html' || type === undefined) continue;
    const body = readFileSync(join(distDir, name));
    files.set(name, {
      ...describe(body, type),
      cacheControl: cacheControlOf(name, type),
      variants: new Map<Encoding, Uint8Array<ArrayBuffer>>([
        ['identity', new Uint8Array(body)],
        ...(names.includes(`${name}.br`)
          ? [['br', new Uint8Array(readFileSync(join(distDir, `${name}.br`)))] as const]
          : []),
        ...(names.includes(`${name}.gz`)
          ? [['gzip', new Uint8Array(readFileSync(join(distDir, `${name}.gz`)))] as const]
          : []),
      ]),
    });
  }
  const page = preparePage(html, runtimeConfig, offer);
  const ofRefusals = files.has('refused.css') ? [`${runtimeConfig.basePath}refused.css`] : [];
  const stylesheets = [...stylesheetsIn(page), ...ofRefusals];
  return { page: pageFile(page), pageHtml: page, stylesheets, files };
}

/**
 * The built HTML under its base path, with the configuration in a `<meta>` element that the console reads on startup.
 * It is the same for every user, so browsers can cache it.
 *
 * @param offer the users that the sign-in page offers, on the embedded sandbox
 */
export function preparePage(html: string, config: RuntimeConfig, offer?: SandboxOffer): string {
  const mounted = html.replaceAll(/\b(src|href)="\/(?!\/)/g, `$1="${config.basePath}`);
  const page = addMeta(mounted, runtimeConfigMeta, JSON.stringify(config));
  return offer ? addMeta(page, sandboxUsersMeta, JSON.stringify(offer)) : page;
}

/** The page with an added `<meta>` element. */
export function addMeta(html: string, name: string, content: string): string {
  const meta = `<meta name="${name}" content="${escapeAttribute(content)}">`;
  return html.replace(/<head>(\s*<meta charset=[^>]*>)?/i, (head) => head + meta);
}

export function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function stylesheetsIn(html: string): string[] {
  const links = html.match(/<link [^>]*rel="stylesheet"[^>]*>/g) ?? [];
  return links.flatMap((link) => /href="([^"]+)"/.exec(link)?.[1] ?? []);
}

/** Built and compressed at every start, because it depends on the configuration. */
export function pageFile(html: string) {
  const body = Buffer.from(html, 'utf8');
  return {
    ...describe(body, 'text/html; charset=utf-8'),
    cacheControl: 'no-cache',
    variants: new Map<Encoding, Uint8Array<ArrayBuffer>>([
      ['identity', new Uint8Array(body)],
      ['br', new Uint8Array(brotliCompressSync(body))],
      ['gzip', new Uint8Array(gzipSync(body))],
    ]),
  };
}

function describe(body: Uint8Array, type: string) {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { type, etag: `"${digest}"` };
}

/** Relative paths with forward slashes, excluding dot files and everything in dot folders. */
function listFiles(distDir: string): string[] {
  try {
    return readdirSync(distDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(distDir, sep).length))
      .map((name) => name.replaceAll(sep, '/'))
      .filter((name) => !name.split('/').some((part) => part.startsWith('.')));
  } catch {
    return [];
  }
}

/** A module of the build with one function. The compiler has checked the module against that type. */
export async function importBuilt<R>(folder: string, name: keyof R & string): Promise<R> {
  const built: unknown = await import(pathToFileURL(join(folder, `${name}.mjs`)).href);
  const fits = (module: unknown): module is R =>
    isObject(module) && typeof module[name] === 'function';
  if (!fits(built)) throw new Error('The build does not match this gateway');
  return built;
}
