import { expect, it } from 'vitest';

import { changesOf, signedIn } from '#testing/fixtures/historyFixture.ts';

it('C3, V1: a group’s network without a name, or an invalid record, hides no other network', async () => {
  const { fixture, cookie, group, list } = await signedIn();
  const odd = [{ NetworkId: 'NetworkId_1' }, 7, null];
  group['Networks'] = [{ NetworkName: 'Net A' }, ...odd];
  await list();
  group['Networks'] = [...odd, { NetworkName: 'Net B' }, 'Net A'];
  await list();
  const text = '{"NetworkId":"NetworkId_1"}';
  expect(await changesOf(fixture, cookie)).toMatchObject([
    {
      before: { Networks: ['7', 'Net A', text] },
      after: { Networks: ['7', 'Net A', 'Net B', text] },
    },
  ]);
});
