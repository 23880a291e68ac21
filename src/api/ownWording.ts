import type { ApiError } from './errors.ts';

/** What happened and what to do, of an error that is not the service's. */
interface OwnWording {
  readonly reason: string;
  readonly advice: string;
}

/**
 * Words an error that the gateway raised itself, or this tab where there is no gateway.
 *
 * @param usual advice on an error of this kind
 * @returns undefined where the error is the service's
 */
export function ownWording(
  { code, status, serviceMessage }: ApiError,
  usual: string,
): OwnWording | undefined {
  const words = serviceMessage === undefined ? '' : `${serviceMessage} `;
  switch (code) {
    case undefined:
      return undefined;
    case 'session_ended':
      return { reason: 'your session is over', advice: 'Sign in again to go on.' };
    case 'customer_required':
      return {
        reason: 'the customer ID is not known yet',
        advice: 'Sign out and in again, and enter it then.',
      };
    case 'refresh_busy':
      return { reason: 'your sign-in cannot be renewed just now', advice: usual };
    case 'sign_in_limited':
      return {
        reason: `too many sign-ins came from your network at this time (${status})`,
        advice: usual,
      };
    case 'upstream_unreachable':
    case 'upstream_timeout':
    case 'upstream_answer':
    case 'internal':
      return {
        reason: `the gateway has no answer from the service (${status})`,
        advice: `${words}${usual}`,
      };
    case 'bad_request':
    case 'not_forwarded':
    case 'not_from_console':
      return {
        reason: `the gateway refused it (${status})`,
        advice: `${words}Load the page again; if it goes on, pass the request ID to those who run the console.`,
      };
    default:
      return code satisfies never;
  }
}
