import * as z from 'zod/mini';

/** Body of every documented error response (API document 2.2). */
export const errorBody = z.object({
  /** Equals the response's HTTP status. */
  status_code: z.int(),
  /** Human-readable explanation. */
  message: z.string(),
  /** Trace id of the request. */
  request_id: z.string(),
});
export type ErrorBody = z.infer<typeof errorBody>;
