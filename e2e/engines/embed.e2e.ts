import type { Listening } from '../servers/listen.ts';
import { startPortal } from '../servers/portalServer.ts';
import { useGateway } from '../world.ts';
import { expect, fillSignIn, test as base } from './fixtures.ts';
import { role, text } from './target.ts';

/** In a portal on the same site. Across sites the cookie needs https, which e2e/tls.long.e2e.ts tests in Chromium. */
const test = base.extend<{ readonly portal: Listening }>({
  portal: async ({}, use) => {
    const portal = await startPortal();
    await use(portal);
    await portal.close();
  },
  gateway: async ({ sandbox, portal }, use) =>
    useGateway(use, { FRAME_ANCESTORS: `http://localhost:${portal.port}` }, sandbox.fetch),
});

test('signs in, and turns a page, inside a portal’s frame', async ({ story, portal, gateway }) => {
  const { tab } = story;
  const console = encodeURIComponent(`${gateway.origin}/`);
  await tab.goto(`http://localhost:${portal.port}/?console=${console}`);
  await tab.enterFrame();
  await fillSignIn(story);
  await story.see(role('table', 'Things'));
  // The portal shows who is signed in.
  await story.seeNo(role('button', 'Account'));
  await story.click(role('button', 'Next page'));
  await story.see(text(/^Rows 26–50/));
  expect(await story.address()).toMatch(/\bpage=2\b/);
  expect(await tab.evaluate('window.top !== window')).toBe(true);
});
