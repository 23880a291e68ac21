import { refreshesPerMinute, sessionPath } from '#contract/session.ts';

import type { ApiError } from './errors.ts';

/** The wording for an error that did not come from the service. */
interface OwnWording {
  readonly reason: string;
  readonly advice: string;
}

/** Advice for a session that the service refuses even though its tokens were just renewed. */
export const ifThatFails =
  'If the service refuses it again, check the customer ID, or ask whether the account is suspended.';

/** For example "104 people ahead of you, about 21 minutes". */
function place(ahead: number): string {
  if (ahead === 0) return 'you are next';
  const minutes = Math.floor(ahead / refreshesPerMinute) + 1;
  const who = ahead === 1 ? '1 person' : `${ahead} people`;
  return `${who} ahead of you, about ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`;
}

/** Says only what is certain while the gateway's store is unavailable: the session may or may not have ended. */
function storeWording({ method, route }: ApiError, usual: string): OwnWording {
  const reason = "the console's own database, not the service, is not responding";
  if (!route.startsWith(sessionPath)) {
    return {
      reason: method === 'GET' ? reason : `${reason}, so nothing was changed`,
      advice: `This does not sign you out. ${usual}`,
    };
  }
  if (method === 'DELETE') return { reason, advice: `You may still be signed in. ${usual}` };
  return { reason, advice: usual };
}

/**
 * Describes an error raised by the gateway, or by this tab with static hosting.
 *
 * @param usual the default advice for this kind of error
 * @returns undefined if the error came from the service
 */
export function ownWording(error: ApiError, usual: string): OwnWording | undefined {
  const { code, status, serviceMessage, ahead, wasUseless } = error;
  const words = serviceMessage === undefined ? '' : `${serviceMessage} `;
  switch (code) {
    case undefined:
      return undefined;
    case 'session_ended':
      return {
        reason: `your session is over${wasUseless ? ', because the service kept refusing it even after several renewals' : ''}`,
        advice: `Sign in again to continue.${wasUseless ? ` ${ifThatFails}` : ''}`,
      };
    case 'session_replaced':
      return {
        reason: 'another session started before it finished',
        advice: 'It was not completed. Start it again when you are ready.',
      };
    case 'customer_required':
      return {
        reason: 'the customer ID is not known yet',
        advice: 'Sign out, sign in again, and enter it.',
      };
    case 'refresh_busy':
      return {
        reason:
          ahead === undefined
            ? 'your sign-in cannot be renewed yet'
            : `your sign-in is queued for renewal (${place(ahead)})`,
        advice: usual,
      };
    case 'store_unavailable':
      return storeWording(error, usual);
    case 'not_recorded':
      return {
        reason:
          "the console's own database could not record it, so nothing was sent to the service",
        advice:
          'Nothing was changed. Try again. If it keeps failing, tell the operators of the console.',
      };
    case 'customer_unproven':
      return {
        reason: 'the service has not confirmed your customer ID in this session yet',
        advice: 'Open a list that has rows, then try again.',
      };
    case 'sign_in_limited':
      return { reason: `too many sign-ins came from your network (${status})`, advice: usual };
    case 'upstream_unreachable':
    case 'upstream_timeout':
    case 'upstream_answer':
      return {
        reason: `the gateway got no usable response from the service (${status})`,
        advice: `${words}${usual}`,
      };
    // With 500, the gateway's message says no more than the reason.
    case 'internal':
      return {
        reason: `the gateway failed (${status})`,
        advice: `${status === 503 ? words : ''}${usual.replace('the service', 'the console')}`,
      };
    // The gateway's message names the action that was repeated.
    case 'too_often':
      return {
        reason: `too many attempts in the last minute, so the gateway did nothing (${status})`,
        advice: `${words}${usual}`,
      };
    // If there is nothing to wait for, the gateway's message says what to do.
    case 'view_refused':
    case 'alert_changed':
    case 'records_limited':
      return {
        reason: `the gateway refused it (${status})`,
        advice: status === 429 ? `${words}${usual}` : words,
      };
    case 'bad_request':
    // The gateway's message says what is missing.
    case 'not_remembered':
    case 'not_forwarded':
    case 'not_from_console':
      return {
        reason: `the gateway refused it (${status})`,
        advice: `${words}Reload the page. If it keeps failing, give the request ID to the operators of the console.`,
      };
    default:
      return code satisfies never;
  }
}
