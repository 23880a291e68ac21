import * as z from 'zod/mini';

/** Body of every documented error answer (API document 2.2). */
export const errorBody = z.object({
  /** Equals the HTTP status of the answer. */
  status_code: z.int(),
  /** Human-readable explanation. */
  message: z.string(),
  /** Trace id of the request. */
  request_id: z.string(),
});
export type ErrorBody = z.infer<typeof errorBody>;
