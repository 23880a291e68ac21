import { sessionPath } from '#contract/session.ts';
import { type RefusedSignIn, signInFailureMeta } from '#contract/signInDocument.ts';
import { isObject } from '#lib/isObject.ts';
import { parseJson } from '#lib/json.ts';

import { errorFacts } from '../errorAnswer.ts';
import { ApiError, type ApiErrorFacts } from '../errors.ts';

/** A sign-in that was refused. */
export interface FailedSignIn {
  readonly username: string;
  readonly error: ApiError;
  /** When the response arrived, in milliseconds since the epoch. */
  readonly at: number;
}

/** The data in the gateway's page, which never includes the password. */
interface WrittenFailure {
  readonly username: string;
  readonly error: ApiErrorFacts;
}

/** @returns the failure, and the text that `readFailedSignIn` finds in the page */
export function describeRefusal(refused: RefusedSignIn): {
  failed: FailedSignIn;
  written: string;
} {
  const { username, at, body, ...answer } = refused;
  const call = { method: 'POST', route: sessionPath };
  const facts = errorFacts(call, { ...answer, text: body }, { sentId: '', now: at });
  const written: WrittenFailure = { username, error: facts };
  return { failed: { username, error: new ApiError(facts), at }, written: JSON.stringify(written) };
}

/**
 * Reads the failure written into the sign-in page by the gateway.
 *
 * @param at when the page was requested, in milliseconds since the epoch
 */
export function readFailedSignIn(page: Document, at: number): FailedSignIn | undefined {
  const content = page.querySelector<HTMLMetaElement>(`meta[name="${signInFailureMeta}"]`)?.content;
  const written = content === undefined ? undefined : parseJson(content);
  if (!isWrittenFailure(written)) return undefined;
  return { username: written.username, error: new ApiError(written.error), at };
}

/** A rough check is enough: the gateway that wrote the page is from the same build. */
function isWrittenFailure(value: unknown): value is WrittenFailure {
  return isObject(value) && typeof value['username'] === 'string' && isObject(value['error']);
}
