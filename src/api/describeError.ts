import { sessionPath } from '#contract/session.ts';

import type { ApiError } from './errors.ts';
import { ownWording } from './ownWording.ts';

/** What the user reads about an error: what happened, what the service said, and what to do. */
export interface ErrorWording {
  readonly title: string;
  readonly serviceMessage?: string | undefined;
  readonly advice: string;
  readonly requestId: string;
}

/** @param doing completes "Could not …", for example "load the Things" */
export function describeError(error: ApiError, doing: string): ErrorWording {
  const usual = advice(error);
  const own = ownWording(error, usual);
  return {
    title: `Could not ${doing}: ${own?.reason ?? reason(error)}.`,
    // A message from the gateway must not appear as a quote from the service.
    serviceMessage: own ? undefined : error.serviceMessage,
    advice: own?.advice ?? usual,
    requestId: error.requestId,
  };
}

function reason(error: ApiError): string {
  switch (error.kind) {
    case 'network':
      return 'no response arrived';
    case 'aborted':
      return 'it was cancelled';
    case 'unauthenticated':
      return isSignIn(error)
        ? 'the service did not accept the username and password (401)'
        : 'the service refused the sign-in (401)';
    case 'forbidden':
      return 'this user is not allowed to do that (403)';
    case 'notFound':
      return 'the service could not find it (404)';
    case 'conflict':
      return 'it conflicts with the values stored by the service (409)';
    case 'invalid':
      return `the service did not accept the request (${error.status})`;
    case 'rateLimited':
      return error.status === undefined
        ? 'the service’s rate limit for this call is used up'
        : `too many requests (${error.status})`;
    case 'server':
      return `the service failed (${error.status})`;
    case 'malformed':
      return 'the response could not be read';
  }
}

function advice(error: ApiError): string {
  switch (error.kind) {
    case 'network':
      return isWrite(error)
        ? 'Check the connection. The change may or may not have been saved, so check before you send it again.'
        : 'Check the connection, then try again.';
    case 'aborted':
      return 'Try again when you are ready.';
    case 'unauthenticated':
      return isSignIn(error)
        ? 'Check both, including capital letters, and try again.'
        : 'Check the customer ID of this sign-in, or sign out and in again.';
    case 'forbidden':
      return 'Ask an administrator for permission, or sign in as a user who has it.';
    case 'notFound':
      return 'It may have been deleted or renamed. Check the identifier, or go back to the list.';
    case 'conflict':
      return 'Check the stored values, then decide whether to try again.';
    case 'invalid':
      return 'Fix the problem reported by the service, then try again.';
    case 'rateLimited':
      return `Wait ${Math.ceil((error.retryAfterMs ?? 0) / 1000)} s, then try again.`;
    case 'malformed':
    case 'server':
      return isWrite(error)
        ? 'The change may or may not have been saved, so check before you send it again.'
        : 'Try again. If it keeps failing, give the request ID to the operators of the service.';
  }
}

function isSignIn(error: ApiError): boolean {
  return error.method === 'POST' && error.route === sessionPath;
}

function isWrite(error: ApiError): boolean {
  return error.method !== 'GET' && !error.route.startsWith(sessionPath);
}
