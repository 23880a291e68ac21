import { redirect } from 'react-router';

import { retried } from '#api/retries.ts';
import type { UserServices } from '#api/userServices.tsx';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { systemClock } from '#lib/clock.ts';
import { paths } from '#paths.ts';
import { preload } from '#ui/preload.ts';

import type { ConsoleServices } from './services.ts';

/** Admits signed-in users to the pages that need a session. */
export interface UserGate {
  /**
   * The shell's loader: asks who is signed in.
   *
   * @throws {Response} a redirect to the sign-in page, which leads back here afterwards
   */
  enter(request: Request): Promise<UserServices>;
  /**
   * To be called when a user has just signed in. Their page is then read while `enter` checks whether the browser
   * stored the cookie, which it may refuse to do in a frame.
   */
  expect(info: SessionInfo): void;
  /** The result of the last `enter`, for page loaders: the router starts them after the shell's loader. */
  services(): Promise<UserServices>;
}

/** @param firstRead a session read that is already in progress; used once */
export function createUserGate(
  consoleServices: ConsoleServices,
  firstRead?: Promise<SessionInfo | null>,
): UserGate {
  const { config, session } = consoleServices;
  let entered: Promise<UserServices> | undefined;
  let expected: Promise<UserServices> | undefined;
  let first = firstRead;

  async function servicesFor(info: SessionInfo): Promise<UserServices> {
    const { createUserServices } = await import('#api/userServices.tsx');
    return createUserServices({ ...consoleServices, info });
  }

  async function readSession() {
    const answer = first ?? session.read();
    first = undefined;
    return answer;
  }

  async function open(request: Request): Promise<UserServices> {
    // The query library and the schemas load in parallel.
    preload(async () => import('#api/userServices.tsx'));
    const info = await retried(readSession, {
      clock: systemClock,
      random: Math.random,
      signal: request.signal,
    });
    if (info && info.customerId !== null) {
      const services = await expected;
      return services && isSameSession(services.info, info) ? services : servicesFor(info);
    }
    const { pathname, search } = new URL(request.url);
    // The request has the full path; the router adds the base path to redirects.
    const here = `${pathname.slice(config.basePath.length - 1)}${search}`;
    throw redirect(info ? paths.chooseCustomer(here) : paths.signIn(here));
  }

  return {
    async enter(request) {
      entered = open(request).finally(() => (expected = undefined));
      return entered;
    },
    expect(info) {
      expected = servicesFor(info);
      // If this fails, the page waits for the shell's loader, which reports the error.
      expected.catch(() => (expected = undefined));
    },
    async services() {
      if (!entered) throw new Error('The shell has not been entered');
      if (expected) return expected;
      try {
        return await entered;
      } catch (error) {
        // Each loader throws its own copy, because the router modifies a redirect in place to add the base path.
        throw error instanceof Response ? error.clone() : error;
      }
    },
  };
}

/** Whether data that was read for one session may be shown in the other. */
function isSameSession(one: SessionInfo, other: SessionInfo): boolean {
  return (
    one.username === other.username &&
    one.customerId === other.customerId &&
    one.isUnproven === other.isUnproven
  );
}
