import { expect, it } from 'vitest';

import type { SessionInfo } from '#contract/sessionBodies.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { renderConfig } from '#testing/fixtures/renderRoute.tsx';
import { sandboxServices, signInTo } from '#testing/fixtures/sandboxServices.ts';

import { createUserGate } from './userGate.ts';

/** A gate after `writer` has signed in. The test decides how its session read is answered. */
async function justSignedIn() {
  const sandbox = createSandbox({ things: 60 });
  const services = sandboxServices(sandbox);
  const info = await signInTo(sandbox, services.session, 'writer');
  const answer = Promise.withResolvers<SessionInfo | null>();
  const session = { ...services.session, read: async () => answer.promise };
  const gate = createUserGate({ ...services, config: renderConfig, session });
  gate.expect(info);
  const entered = gate.enter(new Request(`http://console.test${paths.things()}`));
  return { gate, info, entered, answer };
}

it('after a sign-in, the page is read while the session is being confirmed, and not read again after that', async () => {
  const { gate, info, entered, answer } = await justSignedIn();
  const early = await gate.services();
  expect(early.info).toEqual(info);
  answer.resolve(info);
  expect(await entered).toBe(early);
  expect(await gate.services()).toBe(early);
});

it.each([
  ['another user', { username: 'other' }],
  ['another customer', { customerId: 'cid_2' }],
  ['a customer that is no longer confirmed', { isUnproven: true }],
])('after a sign-in, nothing read before is shown to %s', async (_who, found) => {
  const { gate, info, entered, answer } = await justSignedIn();
  const early = await gate.services();
  answer.resolve({ ...info, ...found });
  const services = await entered;
  expect(services).not.toBe(early);
  expect(services.info).toMatchObject(found);
  expect(await gate.services()).toBe(services);
});

it('after a sign-in, a browser that did not keep the session returns to the sign-in page', async () => {
  const { gate, entered, answer } = await justSignedIn();
  answer.resolve(null);
  await expect(entered).rejects.toMatchObject({ status: 302 });
  await expect(gate.services()).rejects.toMatchObject({ status: 302 });
});
