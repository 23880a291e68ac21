import type { Sandbox } from '#sandbox/sandbox.ts';

/** The headers for calls with plain `fetch`, from a new session of the sandbox's first user. */
export async function bareHeaders({ fetch, users }: Sandbox): Promise<Record<string, string>> {
  const [user] = users;
  const body = JSON.stringify({ username: user?.username, password: user?.password });
  const url = 'http://sandbox.test/v1/auth/token';
  const pair: unknown = await (await fetch(new Request(url, { method: 'POST', body }))).json();
  const token: unknown = Reflect.get(Object(pair), 'access_token');
  return { authorization: `Bearer ${String(token)}`, apikey: user?.customerId ?? '' };
}
