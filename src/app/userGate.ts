import { redirect } from 'react-router';

import { retried } from '#api/retries.ts';
import type { UserServices } from '#api/userServices.tsx';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { systemClock } from '#lib/clock.ts';
import { paths } from '#paths.ts';
import { preload } from '#ui/preload.ts';

import type { ConsoleServices } from './services.ts';

const loadServices = async () => import('#api/userServices.tsx');

/**
 * Admits signed-in users to the pages that need a session.
 *
 * @param firstRead a session read that is already in progress; used once
 */
export function createUserGate(
  consoleServices: ConsoleServices,
  firstRead?: Promise<SessionInfo | null>,
) {
  const { config, session } = consoleServices;
  let entered: Promise<UserServices> | undefined;
  let expected: Promise<UserServices> | undefined;
  let first = firstRead;

  async function servicesFor(info: SessionInfo, early?: UserServices): Promise<UserServices> {
    const { userServicesFor } = await loadServices();
    return userServicesFor({ ...consoleServices, info }, early);
  }

  async function readSession() {
    const answer = first ?? session.read();
    first = undefined;
    return answer;
  }

  async function open(request: Request): Promise<UserServices> {
    // The query library and the schemas load in parallel.
    preload(loadServices);
    const info = await retried(readSession, {
      clock: systemClock,
      random: Math.random,
      signal: request.signal,
    });
    if (info && info.customerId !== null) return servicesFor(info, await expected);
    const { pathname, search } = new URL(request.url);
    // The request has the full path; the router adds the base path to redirects.
    const here = `${pathname.slice(config.basePath.length - 1)}${search}`;
    throw redirect(info ? paths.chooseCustomer(here) : paths.signIn(here));
  }

  return {
    /**
     * The shell's loader: asks who is signed in.
     *
     * @throws {Response} a redirect to the sign-in page, which leads back here afterwards
     */
    async enter(request: Request) {
      entered = open(request).finally(() => (expected = undefined));
      return entered;
    },
    /**
     * To be called when a user has just signed in. Their page is then read while `enter` checks whether the browser
     * stored the cookie, which it may refuse to do in a frame.
     */
    expect(info: SessionInfo) {
      expected = servicesFor(info);
      // The shell's loader reports errors.
      expected.catch(() => undefined);
    },
    /** The result of the last `enter`, for the page loaders, which the router starts after the shell's loader. */
    async services() {
      try {
        const services = await (expected ?? entered);
        if (!services) throw new Error('The shell has not been entered');
        return services;
      } catch (error) {
        // Each loader throws its own copy, because the router modifies a redirect in place to add the base path.
        throw error instanceof Response ? error.clone() : error;
      }
    },
  };
}
