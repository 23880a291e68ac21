import { expect, it } from 'vitest';

import { gatewayErrorHeader } from '#contract/session.ts';

import { errorFacts } from './errorAnswer.ts';

it('V7: an error has a code only if it is one of the gateway’s', () => {
  const codeOf = (code: string, headers: Record<string, string> = { [gatewayErrorHeader]: '1' }) =>
    errorFacts(
      { method: 'GET', route: '/things' },
      { status: 401, headers: new Headers(headers), text: JSON.stringify({ code }) },
      { sentId: 'sent-1', now: 0 },
    ).code;
  expect(codeOf('session_ended')).toBe('session_ended');
  expect(codeOf('E42')).toBeUndefined();
  expect(codeOf('session_ended', {})).toBeUndefined();
});
