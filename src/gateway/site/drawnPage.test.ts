import { expect, it } from 'vitest';

import { ownLookCookie, type PageRenderer } from '#contract/drawnPage.ts';
import { open, opened } from '#testing/fixtures/firstAnswersFixture.ts';
import { createFixture, fakeService } from '#testing/fixtures/gatewayFixture.ts';

import { createDrawnPage } from './drawnPage.ts';

const files = {
  stylesheets: ['assets/list.css'],
  modules: ['assets/list.js'],
  main: 'app.js',
  script: 'assets/show.js',
};
const config = { basePath: '/', environmentName: '', version: '1', frameAncestors: [] };
const script = '<script type="module" async src="/app.js"></script>';
const shows: PageRenderer['renderPage'] = async ({ address, rows, session }) =>
  `<p>${address} ${rows.split('ExternalUniqueId"').length - 1} ${/"username":"(\w+)"/.exec(session)?.[1]}</p>`;

type Options = Parameters<typeof createFixture>[0];

async function drawingFixture(renderPage = shows, options: Options = {}) {
  const drawnPage = createDrawnPage({ renderPage }, files, config);
  const fixture = await createFixture({ ...options, drawnPage });
  return { fixture, cookie: await fixture.signIn() };
}

it.each([
  ['/things?size=10&embed=1', '/things?size=10&amp;embed=1', 11],
  ['/', '/things', 26],
])('has its rows as HTML and the script that starts the console: %s', async (path, at, count) => {
  const { fixture, cookie } = await drawingFixture();
  const { html, response } = await open(fixture, path, cookie);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
  expect(html).toContain(
    '<link rel="preload" as="script" href="/assets/show.js">' +
      '<link rel="stylesheet" crossorigin href="/assets/list.css">' +
      '<link rel="modulepreload" crossorigin href="/assets/list.js">' +
      '<link rel="modulepreload" crossorigin href="/app.js"></head>',
  );
  expect(html.slice(html.indexOf('<div id="drawn"'))).toBe(
    `<div id="drawn" hidden inert data-address="${at}" data-user="writer">` +
      `<p>${at.replaceAll('&amp;', '&')} ${count} writer</p></div>` +
      '<script src="/assets/show.js" data-main="/app.js"></script>\n</body>',
  );
  expect(html).not.toContain(script);
});

it.each([
  ['the map is shown', '/things?map=1', {}],
  ['rows are marked', '/things?mark=otherDevice', {}],
  ['the browser shows it differently', '/things', { cookie: `a=1; ${ownLookCookie}=1` }],
  ['the page is not the list', '/groups', {}],
])('contains no row HTML if %s', async (_why, path, headers: { cookie?: string }) => {
  const { fixture, cookie } = await drawingFixture();
  const all = { cookie: [cookie, headers.cookie].filter(Boolean).join('; ') };
  const { html } = await open(fixture, path, all.cookie);
  expect(html).not.toMatch(/id="drawn"|show\.js/);
  expect(html.split(script)).toHaveLength(2);
});

it.each([
  ['the service refuses', () => Response.json({}, { status: 403 }), shows],
  ['another page would be shown', () => Response.json([]), async () => undefined],
  [
    'it cannot be rendered',
    () => Response.json([]),
    async () => {
      throw new Error('A defect');
    },
  ],
])('starts the console at its end if %s', async (_why, answer, renderPage) => {
  const { fixture, cookie } = await drawingFixture(renderPage, { service: fakeService(answer) });
  const { html } = await open(fixture, '/things', cookie);
  expect(html).not.toMatch(/id="drawn"/);
  expect(html).toMatch(
    /data-first-answer="\/api\/things[^]*async src="\/app.js"><\/script>\n<\/body>$/,
  );
  expect(html.split(script)).toHaveLength(2);
});

it.each([
  [60, true],
  [300, false],
])('starts the console while the service works for %i ms', async (ms, isDrawn) => {
  const answer = Promise.withResolvers<Response>();
  const service = fakeService(() => answer.promise);
  const { fixture, cookie } = await drawingFixture(shows, { service });
  const page = open(fixture, '/things', cookie);
  await fixture.pass(ms);
  answer.resolve(Response.json([{ ExternalUniqueId: '1' }]));
  const { html } = await page;
  expect(html.split(script)).toHaveLength(2);
  expect(html.includes('id="drawn"')).toBe(isDrawn);
  const early = /async src="\/app.js"><\/script>\n<script type="appl[^]*id="drawn"/;
  expect(early.test(html)).toBe(isDrawn);
});

it('renders four lists at a time, so that a crowd does not delay other requests', async () => {
  const go = Promise.withResolvers<string>();
  const { fixture, cookie } = await drawingFixture(async () => go.promise);
  const pages = Array.from({ length: 6 }, async () => {
    return (await fixture.send('GET', '/things', { bare: true, cookie, headers: opened })).text();
  });
  await fixture.pass(0);
  go.resolve('<p>rows</p>');
  const drawn = (await Promise.all(pages)).map((html) => html.includes('id="drawn"'));
  expect(drawn.filter(Boolean)).toHaveLength(4);
});
