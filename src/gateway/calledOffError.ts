/**
 * The browser has gone, and nobody reads the answer. The server aborts a request with a text for a
 * reason, which Hono's error handler, made for errors, would never see.
 */
export class CalledOffError extends Error {
  override readonly name = 'CalledOffError';
}
