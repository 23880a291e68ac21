import type { Fault } from './faults.ts';

const messages: Readonly<Record<number, string>> = {
  400: 'Bad request, asked for by a sentinel value',
  401: 'The access token was revoked, asked for by a sentinel value',
  403: 'The token lacks the required scope, asked for by a sentinel value',
  404: 'Resource not found, asked for by a sentinel value',
  409: 'The resource was changed meanwhile, asked for by a sentinel value',
  422: 'Constraint "sandbox sentinel" is violated, asked for by a sentinel value',
  500: 'Unexpected failure, asked for by a sentinel value',
  502: 'Bad gateway, asked for by a sentinel value',
  503: 'Service unavailable, asked for by a sentinel value',
};
const defaultRetrySeconds = 10;
const defaultDelayMs = 15_000;
const html = '<!doctype html><title>Gateway</title><h1>Something else answered</h1>';

/** `fault:` values by name; a number behind them is a wait in milliseconds. */
const kinds = new Map<string, (ms: number) => Fault>([
  ['delay', (ms) => ({ delayMs: ms })],
  ['hang', () => ({ hang: true })],
  ['cut', () => ({ cut: 'before' })],
  ['cut-after', () => ({ cut: 'after' })],
  ['truncate', () => ({ truncate: true })],
  ['slow', (ms) => ({ slowBodyMs: ms })],
  ['html', () => ({ body: html, contentType: 'text/html; charset=utf-8' })],
  ['html-502', () => ({ body: html, contentType: 'text/html; charset=utf-8', status: 502 })],
  ['wrong-type', () => ({ contentType: 'text/plain; charset=utf-8' })],
]);

/** All that a person can type, for the documents. */
export const sentinelValues: readonly string[] = [
  ...Object.keys(messages).map((status) => `status:${status}`),
  'status:429',
  ...[...kinds.keys()].map((kind) => `fault:${kind}`),
].toSorted();

/**
 * The fault that a person asked for by typing `status:409`, `status:429:3` (with the seconds to wait),
 * `fault:hang` or `fault:delay:3000` as Thing name filter, as name of a group, or as username at
 * sign-in. Because the value comes again with every try, it stays: a 401 also after a refresh.
 */
export function sentinelFault(query: URLSearchParams, body: string): Fault | undefined {
  const values = [query.get('filterBy[ThingName]'), ...namedIn(body)];
  for (const value of values) {
    const match = value?.trim().match(/^(status|fault):([\w-]+)(?::(\d{1,6}))?$/i);
    const [, kind, name = '', number] = match ?? [];
    const amount = number === undefined ? undefined : Number(number);
    const fault =
      kind?.toLowerCase() === 'status'
        ? statusFault(Number(name), amount)
        : kinds.get(name.toLowerCase())?.(amount ?? defaultDelayMs);
    if (fault) return fault;
  }
  return undefined;
}

function statusFault(status: number, seconds = defaultRetrySeconds): Fault | undefined {
  if (status === 429) return { status, retryAfter: String(seconds) };
  const message = messages[status];
  return message === undefined ? undefined : { status, message };
}

function namedIn(body: string): string[] {
  if (!/"(?:status|fault):/i.test(body)) return [];
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return [];
    const entries: [string, unknown][] = Object.entries(value);
    return entries.flatMap(([name, text]) =>
      (name === 'ThingsGroupName' || name === 'username') && typeof text === 'string' ? [text] : [],
    );
  } catch {
    return [];
  }
}
