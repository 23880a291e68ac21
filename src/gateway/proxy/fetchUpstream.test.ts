import { describe, expect, it } from 'vitest';

import { endpoints } from '#contract/endpoints.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import { createFetchUpstream } from './fetchUpstream.ts';

/** A service with these two base URLs; `asked` lists the URLs that were called. */
function service(api: string) {
  const asked: string[] = [];
  const fetchUpstream = createFetchUpstream({
    upstream: {
      bases: { api, console: api },
      users: [],
      close: () => {},
      async fetch({ url }) {
        asked.push(url);
        return new Response('ok');
      },
    },
    version: '1.2.3',
    clientIpHeader: null,
    clock: manualClock(),
    metrics: { upstreamCall: () => {} },
  });
  const call = (path: string) =>
    fetchUpstream({
      endpoint: endpoints.listThings,
      path,
      requestId: 'browser-1',
      reportedAddress: undefined,
      query: new URLSearchParams(),
    });
  return { asked, call };
}

describe('H7: the URL of a call to the service', () => {
  it.each([
    ['https://api.example', '@evil.example/things'],
    ['https://api.example', '.evil.example/things'],
    ['https://api.example', ':81/things'],
    ['https://api.example/v2/', '/../things'],
    ['https://api.example/v2/', '/%2e%2e/things'],
    ['https://api.example/v2/', '/things/..'],
    ['https://api.example/v2/', '/a\\b'],
    ['https://api.example/v2/', '/things?apikey=cid'],
    ['https://api.example/v2/', '/things#x'],
    ['https://api.example/v2/', '/thi\nngs'],
  ])('is refused if %j after %s leads elsewhere, whatever the table allows', async (base, path) => {
    const { asked, call } = service(base);
    await expect(call(path)).rejects.toThrow('The gateway does not support this call.');
    expect(asked).toEqual([]);
  });

  it('is the base followed by the path, byte by byte', async () => {
    const { asked, call } = service('https://api.example:8443/v2/');
    await call('/thingsgroup/Things%3Aa-b.c_1');
    expect(asked).toEqual(['https://api.example:8443/v2/thingsgroup/Things%3Aa-b.c_1']);
  });
});
