import { expect, it } from 'vitest';

import { changesPage } from '#contract/history.ts';
import { maxSearchText } from '#contract/parameters.ts';
import { unlocked, locked, signedIn } from '#testing/fixtures/historyFixture.ts';

it('C5, C4: the history of changes accepts search text of up to 200 characters, and refuses longer text', async () => {
  const { fixture, cookie, list } = await signedIn();
  await list();
  const search = (letters: number) =>
    fixture.send('GET', `/records/changes?group=${'é'.repeat(letters)}`, { cookie });
  expect((await search(maxSearchText)).status).toBe(200);
  const refused = await search(maxSearchText + 1);
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { message: '"group" must be text of up to 200 characters without line breaks.' },
  ]);
});

it('C5, C4: the history of changes is paged in both directions with cursors', async () => {
  const { fixture, cookie, list, put } = await signedIn();
  await list();
  for (let number = 0; number < 5; number++) await put(number % 2 === 0 ? locked : unlocked);
  const page = async (query: string) => {
    const answer = await fixture.send('GET', `/records/changes?size=2${query}`, { cookie });
    return changesPage.parse(await answer.json());
  };
  const first = await page('');
  const second = await page(`&before=${first.next}`);
  const third = await page(`&before=${second.next}`);
  expect([first.previous, second.previous, third.next]).toEqual([null, '', null]);
  expect(third.changes).toHaveLength(1);
  expect(first.now).toBe(fixture.clock.now());
  expect(await page(`&before=${third.previous}`)).toEqual(second);
});
