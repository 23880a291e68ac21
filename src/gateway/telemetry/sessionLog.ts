import { createHmac, randomBytes } from 'node:crypto';

import { CalledOffError } from '../calledOffError.ts';
import { clientAddress } from '../clientAddress.ts';
import type { GatewayContext } from '../context.ts';
import { GatewayError } from '../gatewayError.ts';
import type { SessionEnd, SessionRecord } from '../sessions/sessions.ts';
import type { Log } from './log.ts';

type SignInOutcome = 'signed in' | 'refused' | 'limited' | 'failed' | 'unreadable' | 'given up';

/** Who came, who went, from where, and how it ended: one line each, and never a secret. */
export interface SessionLog {
  /**
   * Writes the line of one sign-in, whatever its end.
   *
   * @param work signs in, and says whose name was given as soon as it is known
   */
  signIn(
    context: GatewayContext,
    work: (name: (username: string) => void) => Promise<Response>,
  ): Promise<Response>;
  /** @param record undefined where nobody was signed in */
  signOut(context: GatewayContext, record: SessionRecord | undefined): void;
  customerChange(
    context: GatewayContext,
    record: SessionRecord,
    outcome: 'changed' | 'unchanged' | 'refused',
  ): void;
  /** @param context of the request that ended it; a session may end without one */
  ended(record: SessionRecord, outcome: SessionEnd, context?: GatewayContext): void;
}

const maxNames = 10_000;
const maxNameLength = 200;

/** @param given.clientIpHeader as the configuration has it */
export function createSessionLog(given: {
  readonly log: Log;
  readonly clientIpHeader: string | null;
}): SessionLog {
  const { log, clientIpHeader } = given;
  const names = createNames();

  const facts = (context: GatewayContext, username: string | null) => ({
    requestId: context.get('requestId'),
    username,
    address: clientAddress(context, clientIpHeader) ?? null,
  });

  return {
    async signIn(context, work) {
      let username: string | undefined;
      const write = (outcome: SignInOutcome, status: number) => {
        if (outcome === 'signed in' && username !== undefined) names.add(username);
        log('sign-in', {
          ...facts(context, username === undefined ? null : names.text(username)),
          upstreamRequestId: context.get('upstreamRequestId'),
          outcome,
          status,
        });
      };
      try {
        const answer = await work((text) => {
          username = text;
        });
        write(outcomeOf(answer.status), answer.status);
        return answer;
      } catch (error) {
        if (error instanceof CalledOffError) write('given up', 499);
        else if (!(error instanceof GatewayError)) write('failed', 500);
        else if (error.code === 'bad_request') write('unreadable', error.status);
        else write(outcomeOf(error.status), error.status);
        throw error;
      }
    },
    signOut(context, record) {
      const outcome = record ? 'signed out' : 'nobody was signed in';
      log('sign-out', { ...facts(context, record?.username ?? null), outcome });
    },
    customerChange(context, { username }, outcome) {
      log('customer id changed', { ...facts(context, username), outcome });
    },
    ended({ username, address }, outcome, context) {
      log('session ended', { requestId: context?.get('requestId'), username, address, outcome });
    },
  };
}

function outcomeOf(status: number): SignInOutcome {
  if (status < 300) return 'signed in';
  if (status === 429) return 'limited';
  return status >= 500 ? 'failed' : 'refused';
}

/**
 * How a log may name those who try to sign in. What the service has accepted is a username; anything
 * else could be a password in the wrong field, so a digest stands for it. Its key exists in this process
 * alone: a password could be guessed from a plain digest.
 */
function createNames() {
  const key = randomBytes(32);
  const accepted = new Set<string>();
  return {
    add(username: string) {
      // Added last again, so that the first is the one who has been away longest.
      accepted.delete(username);
      accepted.add(username);
      const [oldest] = accepted;
      if (accepted.size > maxNames && oldest !== undefined) accepted.delete(oldest);
    },
    text(username: string): string {
      if (accepted.has(username)) return username.slice(0, maxNameLength);
      return `hmac:${createHmac('sha256', key).update(username).digest('hex').slice(0, 16)}`;
    },
  };
}
