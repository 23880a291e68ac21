import { describe, expect, it } from 'vitest';

import { openWatch } from '#testing/fixtures/watchFixture.ts';

const second = 1000;
const minute = 60 * second;

describe('W3: a scan that a person left', () => {
  it('delays the watch once, for an hour, however long its own scan takes', async () => {
    const { fixture, watch } = await openWatch({ sims: 5000 });
    const cookie = await fixture.signIn();
    await fixture.send('GET', '/api/things?limit=10&offset=0', { cookie });
    await fixture.send('POST', '/records/fleet/readings', { cookie });
    watch.start();
    await fixture.pass(60 * minute);
    const { complete: early } = await fixture.store.scans.known('cid_test');
    expect(early).toBeNull();
    await fixture.pass(5 * minute);
    const { complete } = await fixture.store.scans.known('cid_test');
    expect(complete).toMatchObject({ username: 'watcher', things: 5000 });
  });
});
