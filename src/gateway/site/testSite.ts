import type { SignInPage } from './signInPage.ts';
import type { Site, SiteFile } from './site.ts';

const text = (type: string, body: string, cacheControl: string): SiteFile => ({
  type,
  etag: `"${body.length}"`,
  cacheControl,
  variants: new Map([['identity', new TextEncoder().encode(body)]]),
});

const pageHtml = '<!doctype html>page';

/** In place of the build: one page and one script. */
export const site: Site = {
  page: text('text/html; charset=utf-8', pageHtml, 'no-cache'),
  pageHtml,
  stylesheets: [],
  files: new Map([
    ['assets/app-1.js', text('text/javascript', 'script', 'public, max-age=31536000, immutable')],
  ]),
};

/** In place of the page that the build makes: the facts that it shows. */
export const signInPage: SignInPage = {
  file: (search) => text('text/html; charset=utf-8', `sign-in page ${search}`, 'no-cache'),
  refused: (_search, { username, status, body }) => `refused ${status} ${username} ${body}`,
  headers: { 'referrer-policy': 'strict-origin' },
};
