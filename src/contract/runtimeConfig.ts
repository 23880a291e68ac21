import * as z from 'zod/mini';

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
});
export type RuntimeConfig = z.infer<typeof runtimeConfig>;
