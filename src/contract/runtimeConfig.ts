import * as z from 'zod/mini';

import { customerIdPattern } from './session.ts';

/**
 * What the browser must know before it starts. The gateway derives it from its environment and
 * writes it into the page; it holds no secret.
 */
export const runtimeConfig = z.strictObject({
  /** Path under which the console is mounted, with a slash at both ends. */
  basePath: z.string().check(z.regex(/^\/(?:[\w.~-]+\/)*$/)),
  /** Shown in the shell; empty for none. */
  environmentName: z.string(),
  /** Version of the build that serves. */
  version: z.string(),
  /** Origins that may show the console in a frame, and talk with it. */
  frameAncestors: z.readonly(z.array(z.string())),
});
export type RuntimeConfig = z.infer<typeof runtimeConfig>;

/** The service as a page reaches it: a path on the page's own origin, with a web server behind it. */
const sameOriginPath = z.pipe(
  z.string().check(z.regex(/^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+\/?$/)),
  z.transform((path) => path.replace(/\/$/, '')),
);

/**
 * `config.json` of static hosting, where no gateway writes the page. Everybody can read it: it has no
 * key for a secret, and no others than these are taken.
 */
export const staticConfig = z.strictObject({
  /** {base_url} of the API document. */
  apiUrl: sameOriginPath,
  /** {console_url} of the API document. */
  consoleUrl: sameOriginPath,
  /** Fixed value of the `apikey` header. */
  customerId: z.optional(z.string().check(z.regex(customerIdPattern))),
  /** Path of the access token's claim that holds the customer id, as its steps. */
  customerIdClaim: z.optional(
    z.pipe(
      z.string().check(z.regex(/^[^.\s]\S*$/)),
      z.transform((path) => path.split('.')),
    ),
  ),
  environmentName: z.optional(z.string().check(z.maxLength(40))),
  /** Origins of portals; the web server's headers have to allow them too. */
  frameAncestors: z.optional(z.array(z.string().check(z.regex(/^https?:\/\/[\w.:[\]-]+$/)))),
});
export type StaticConfig = z.infer<typeof staticConfig>;
