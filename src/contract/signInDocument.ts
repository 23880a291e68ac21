import type { SandboxOffer } from './sandboxUsers.ts';

/**
 * The sign-in page's protocol between gateway and console; the page works before any script runs. This file contains
 * only names, because the browser needs them before the schema library is loaded.
 *
 * - `GET /sign-in` returns the page, rendered from the console's own component
 * - `POST /sign-in` takes its form and returns 303 to the page named by `next`, or the page with the error
 */

/** Path of the sign-in page, and of its form's action. */
export const signInPath = '/sign-in';

/** Name of the `<meta>` element with the page's data on a refused sign-in, as JSON. */
export const signInFailureMeta = 'sim-console-sign-in-failure';

/** Where the build puts the page and its renderer: a folder that is never served. */
export const signInFolder = '.sign-in';

/** A refused sign-in, as answered by the gateway. */
export interface RefusedSignIn {
  readonly username: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** When the response was sent, in milliseconds since the epoch. */
  readonly at: number;
}

/** The module built from the console's components. */
export interface SignInRenderer {
  /**
   * @param search the query string of the page's URL, with its question mark; may be empty
   * @param offer the users that the page offers; undefined with a real service
   */
  renderSignIn(
    search: string,
    offer: SandboxOffer | undefined,
    refused?: RefusedSignIn,
  ): {
    /** The content of the root element. */
    readonly html: string;
    /** The content of the `<meta>` element; undefined if nothing was refused. */
    readonly failure: string | undefined;
  };
}
