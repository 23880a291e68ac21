import { describe, expect, it } from 'vitest';

import { acrossSessions } from './acrossSessions.ts';
import { refusal } from './refusal.ts';
import { createSessionMonitor } from './sessionMonitor.ts';

/** Sends a call from a tab of `writer`; `meanwhile` runs before the first response arrives. */
async function call(
  method: string,
  meanwhile: (monitor: ReturnType<typeof createSessionMonitor>) => void,
  first = refusal('session_ended', 401),
) {
  const monitor = createSessionMonitor();
  monitor.found('writer');
  let sent = 0;
  const fetch = acrossSessions(async () => {
    sent += 1;
    if (sent > 1) return new Response('read again');
    meanwhile(monitor);
    return first;
  }, monitor);
  const answer = await fetch('/api/things', { method });
  const text = await answer.clone().text();
  return { answer, sent, text, endsSession: text.includes('session_ended') };
}

describe('T16: a call that was in flight when its session ended', () => {
  it('reports the end if no other session started', async () => {
    const { sent, endsSession } = await call('GET', () => undefined);
    expect([sent, endsSession]).toEqual([1, true]);
  });

  it('is retried in the new session if it is a read', async () => {
    const { answer, sent } = await call('GET', (monitor) => monitor.signedIn('writer'));
    expect([sent, answer.status]).toEqual([2, 200]);
  });

  it('is not sent again if it is a write, and does not end the new session', async () => {
    const { answer, sent, endsSession, text } = await call('PUT', (m) => m.signedIn('writer'));
    expect([sent, answer.status, endsSession]).toEqual([1, 401, false]);
    expect(text).toContain('session_replaced');
  });

  it('T17: is not sent again for another user', async () => {
    const { sent, endsSession } = await call('GET', (monitor) => {
      monitor.signedOut();
      monitor.signedIn('other');
    });
    expect([sent, endsSession]).toEqual([1, false]);
  });

  it('keeps the service’s own 401', async () => {
    const own = new Response(null, { status: 401 });
    const { answer, sent } = await call('GET', (monitor) => monitor.signedIn('writer'), own);
    expect([sent, answer]).toEqual([1, own]);
  });
});
