import * as z from 'zod/mini';

import { customerIdPattern } from './session.ts';

/** The configuration that the console needs to start. The gateway writes it into the page; it contains no secret. */
export const runtimeConfig = z.strictObject({
  /** The console's path, with a slash at both ends. */
  basePath: z.string().check(z.regex(/^\/(?:[\w.~-]+\/)*$/)),
  /** Shown in the shell; empty if there is none. */
  environmentName: z.string(),
  /** Version of the console. */
  version: z.string(),
  /** Origins that may show the console in a frame and exchange messages with it. */
  frameAncestors: z.readonly(z.array(z.string())),
});
export type RuntimeConfig = z.infer<typeof runtimeConfig>;

/** The service's address with static hosting: a path on the page's own origin. */
const sameOriginPath = z.pipe(
  z.string().check(z.regex(/^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+\/?$/)),
  z.transform((path) => path.replace(/\/$/, '')),
);

/** `config.json` for static hosting. It is public, so it has no key for a secret, and unknown keys are rejected. */
export const staticConfig = z.strictObject({
  /** {base_url} of the API document. */
  apiUrl: sameOriginPath,
  /** {console_url} of the API document. */
  consoleUrl: sameOriginPath,
  /** Fixed value of the `apikey` header. */
  customerId: z.optional(z.string().check(z.regex(customerIdPattern))),
  /** Path to the access token's claim that contains the customer id, split into steps. */
  customerIdClaim: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[^.\s]\S*$/)),
      z.transform((path) => path.split('.')),
    ),
  ),
  // A pattern, because a length check would load extra code with the first rows.
  environmentName: z.optional(z.string().check(z.regex(/^.{0,40}$/s))),
  /** Origins of portals; the web server's headers must also allow them. */
  frameAncestors: z.optional(z.array(z.string().check(z.regex(/^https?:\/\/[\w.:[\]-]+$/)))),
});
export type StaticConfig = z.infer<typeof staticConfig>;
