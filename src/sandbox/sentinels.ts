import { ServiceError, tooManyRequests } from './errors.ts';

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

/**
 * Throws the error that a person asked for by typing `status:429` (or another status of the API
 * document 7) where the sandbox looks for it; `status:429:3` sets the seconds to wait. Because the
 * value is sent again with every try, the error stays: a 401 also after a refresh.
 */
export function obeySentinel(value: string | undefined): void {
  const match = value?.trim().match(/^status:(\d{3})(?::(\d{1,4}))?$/i);
  if (!match) return;
  const status = Number(match[1]);
  if (status === 429) {
    throw tooManyRequests('the sentinel value', Number(match[2] ?? defaultRetrySeconds));
  }
  const message = messages[status];
  if (message !== undefined) throw new ServiceError(status, message);
}
