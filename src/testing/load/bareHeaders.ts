import type { Sandbox } from '#sandbox/sandbox.ts';

/** What calls with plain `fetch` carry: those of the sandbox's first user, who has just signed in. */
export async function bareHeaders({ fetch, users }: Sandbox): Promise<Record<string, string>> {
  const [user] = users;
  const body = JSON.stringify({ username: user?.username, password: user?.password });
  const url = 'http://sandbox.test/v1/auth/token';
  const pair: unknown = await (await fetch(new Request(url, { method: 'POST', body }))).json();
  const token: unknown = Reflect.get(Object(pair), 'access_token');
  return { authorization: `Bearer ${String(token)}`, apikey: user?.customerId ?? '' };
}
