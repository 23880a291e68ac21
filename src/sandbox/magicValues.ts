import type { Fault } from './faultInjection.ts';
import { peekFields } from './validation.ts';

/** Responses to `status:` values; 429 has its own message. */
const messages: Readonly<Record<number, string>> = {
  400: 'Bad request, requested by a magic value',
  401: 'The access token was revoked, requested by a magic value',
  403: 'The token lacks the required scope, requested by a magic value',
  404: 'Resource not found, requested by a magic value',
  409: 'The resource was changed in the meantime, requested by a magic value',
  422: 'Constraint "magic value" is violated, requested by a magic value',
  500: 'Unexpected failure, requested by a magic value',
  502: 'Bad gateway, requested by a magic value',
  503: 'Service unavailable, requested by a magic value',
};
const defaultRetrySeconds = 10;
const defaultDelayMs = 15_000;
const html = '<!doctype html><title>Gateway</title><h1>Something else answered</h1>';

/** The `fault:` values; a number after them is a wait in milliseconds. */
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

/** Every value that a user can type. */
export const magicValues: readonly string[] = [
  ...Object.keys(messages).map((status) => `status:${status}`),
  'status:429',
  ...[...kinds.keys()].map((kind) => `fault:${kind}`),
].toSorted();

/**
 * The fault of a magic value typed as the Thing name filter, a group's name or the username at sign-in:
 * `status:409`, `status:429:3` (with the seconds to wait), `fault:hang`, `fault:delay:3000`. Every retry sends the
 * value again, so the fault persists: a 401 even after a refresh.
 */
export function magicFault(query: URLSearchParams, body: string): Fault | undefined {
  const fields = peekFields(body);
  const typed = [
    query.get('filterBy[ThingName]'),
    fields.get('ThingsGroupName'),
    fields.get('username'),
  ];
  for (const value of typed) {
    if (typeof value !== 'string') continue;
    const match = value.trim().match(/^(status|fault):([\w-]+)(?::(\d{1,6}))?$/i);
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
