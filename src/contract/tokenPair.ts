import * as z from 'zod/mini';

/**
 * The response to login and refresh (API document 2.1). The access token is valid for 4 hours, the single-use refresh
 * token for 24 hours. Loose, because some deployments add the customer id.
 */
export const tokenPair = z.looseObject({
  token_type: z.literal('Bearer'),
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.string().check(z.minLength(1)),
});
export type TokenPair = z.infer<typeof tokenPair>;

/** Body of `POST /v1/auth/token` (API document 4.1). */
export const credentials = z.object({
  username: z.string().check(z.minLength(1)),
  password: z.string().check(z.minLength(1)),
});
export type Credentials = z.infer<typeof credentials>;

/** Body of `POST /v1/auth/refresh` (API document 4.2). */
export const refreshRequest = z.object({ refresh_token: z.string().check(z.minLength(1)) });
export type RefreshRequest = z.infer<typeof refreshRequest>;
