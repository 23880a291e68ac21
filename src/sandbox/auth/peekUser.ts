import { decode } from 'hono/jwt';

import type { SandboxUser } from './users.ts';

/**
 * The username that a request seems to come from, for faults and the log only: nothing is verified.
 * A sign-in names it in its body, a refresh and every other call in a token.
 */
export function peekUser(
  request: Request,
  body: string,
  users: readonly SandboxUser[],
): string | undefined {
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /i, '');
  if (bearer !== undefined) return ownerOf(bearer, users);
  const named = parseObject(body);
  if (typeof named['username'] === 'string') return named['username'];
  const token = named['refresh_token'];
  return typeof token === 'string' ? ownerOf(token, users) : undefined;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function ownerOf(token: string, users: readonly SandboxUser[]): string | undefined {
  try {
    const { sub } = decode(token).payload;
    return users.find((user) => user.id === sub)?.username;
  } catch {
    return undefined;
  }
}
