import * as z from 'zod/mini';

import { customerIdPattern } from './session.ts';

/** Who is signed in. */
export const sessionInfo = z.object({
  username: z.string(),
  /** Value of the `apikey` header; null until the user has entered it. */
  customerId: z.nullable(z.string()),
  /** Whether the user entered that id, and may change it. */
  mayChangeCustomer: z.boolean(),
  /** Whether the service has not confirmed that id in this session yet; until then the gateway shows no records. */
  isUnproven: z.optional(z.boolean()),
  /** Milliseconds until the session expires; omitted if only the service ends it. */
  endsIn: z.optional(
    z.object({
      /** If the session is not used. */
      unused: z.number(),
      /** Even if the session is used. */
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
