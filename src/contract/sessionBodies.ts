import * as z from 'zod/mini';

import { customerIdPattern } from './session.ts';

/** Who is signed in. */
export const sessionInfo = z.object({
  username: z.string(),
  /** Value of the `apikey` header; null until the person has said it. */
  customerId: z.nullable(z.string()),
  /** Whether a person said that id, and may say another. */
  mayChangeCustomer: z.boolean(),
  /** Milliseconds until the session ends; left out where nothing but the service ends it. */
  endsIn: z.optional(
    z.object({
      /** Without any further use. */
      unused: z.number(),
      /** However much it is used. */
      atTheLatest: z.number(),
    }),
  ),
});
export type SessionInfo = z.infer<typeof sessionInfo>;

/** Body of `PUT /session/customer`. */
export const customerChoice = z.object({
  customerId: z.string().check(z.regex(customerIdPattern)),
});
export type CustomerChoice = z.infer<typeof customerChoice>;
