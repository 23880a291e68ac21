import type { SandboxOptions } from './options.ts';

/** Headers that a page of another origin may read only when they are exposed. */
const exposed = 'retry-after, x-ratelimit-limit, x-ratelimit-remaining, x-request-id';

/** Answer to a preflight request, where the service takes part in CORS at all. */
export function preflight(request: Request, cors: SandboxOptions['cors']): Response | undefined {
  if (cors === 'off' || request.method !== 'OPTIONS') return undefined;
  return allowOrigin(
    request,
    new Response(null, {
      status: 204,
      headers: {
        'access-control-allow-methods': 'GET, POST, PUT',
        'access-control-allow-headers': 'authorization, apikey, content-type, x-request-id',
        'access-control-max-age': '600',
      },
    }),
    cors,
  );
}

/** Lets a page of another origin read the answer, with or without the headers that explain it. */
export function allowOrigin(
  request: Request,
  response: Response,
  cors: SandboxOptions['cors'],
): Response {
  const origin = request.headers.get('origin');
  if (cors === 'off' || origin === null) return response;
  response.headers.set('access-control-allow-origin', origin);
  response.headers.append('vary', 'origin');
  if (cors === 'on') response.headers.set('access-control-expose-headers', exposed);
  return response;
}
