import { redirect } from 'react-router';

import { retried } from '#api/retries.ts';
import type { UserServices } from '#api/userServices.tsx';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { systemClock } from '#lib/clock.ts';
import { paths } from '#paths.ts';

import type { ConsoleServices } from './services.ts';

/** The way into the pages that need a session. */
export interface UserGate {
  /**
   * Asks who is signed in, as the shell's loader.
   *
   * @throws {Response} a redirect to the sign-in page, which leads back here afterwards
   */
  enter(request: Request): Promise<UserServices>;
  /** What the last `enter` gave: the router starts the loaders of the pages after the shell's. */
  services(): Promise<UserServices>;
}

/** @param given.firstRead of the session, where it was started already; used once */
export function createUserGate(
  consoleServices: ConsoleServices,
  given: { readonly firstRead?: Promise<SessionInfo | null> | undefined } = {},
): UserGate {
  const { config, session } = consoleServices;
  let entered: Promise<UserServices> | undefined;
  let first = given.firstRead;

  async function readSession() {
    const answer = first ?? session.read();
    first = undefined;
    return answer;
  }

  async function open(request: Request): Promise<UserServices> {
    // The query library and the schemas load while the session is asked for.
    const loading = import('#api/userServices.tsx');
    const info = await retried(readSession, {
      clock: systemClock,
      random: Math.random,
      signal: request.signal,
    });
    if (info && info.customerId !== null) {
      const { createUserServices } = await loading;
      return createUserServices({ ...consoleServices, info, basePath: config.basePath });
    }
    const { pathname, search } = new URL(request.url);
    // A request carries the whole address; the router adds the base path by itself.
    const here = `${pathname.slice(config.basePath.length - 1)}${search}`;
    throw redirect(info ? paths.chooseCustomer(here) : paths.signIn(here));
  }

  return {
    async enter(request) {
      entered = open(request);
      return entered;
    },
    async services() {
      if (!entered) throw new Error('The shell has not been entered');
      try {
        return await entered;
      } catch (error) {
        // A redirect of its own for each loader: the router puts the base path before the address of each.
        throw error instanceof Response ? error.clone() : error;
      }
    },
  };
}
