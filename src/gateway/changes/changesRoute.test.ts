import { describe, expect, it } from 'vitest';

import { changesPage } from '#contract/changes.ts';
import { maxSearchText } from '#contract/parameters.ts';
import { unlocked, locked, signedIn } from '#testing/fixtures/changesFixture.ts';

describe('C5: the record of changes', () => {
  it('is refused until the service has answered with the customer id in this session', async () => {
    const { bench, cookie, list } = await signedIn();
    const refused = await bench.send('GET', '/records/changes', { cookie });
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { code: 'customer_unproven' },
    ]);
    await list();
    expect((await bench.send('GET', '/records/changes', { cookie })).status).toBe(200);
    const other = await bench.signIn('other');
    expect((await bench.send('GET', '/records/changes', { cookie: other })).status).toBe(403);
  });

  it('C4: refuses a parameter that it does not understand, and says what it takes', async () => {
    const { bench, cookie, list } = await signedIn();
    await list();
    for (const query of [
      'size=0',
      'size=201',
      'size=ten',
      'from=today',
      'outcome=done',
      'before=x',
      'group=a%00b',
      `who=${'x'.repeat(201)}`,
      'size=1&size=2',
      'customerId=cid_2',
    ]) {
      const answer = await bench.send('GET', `/records/changes?${query}`, { cookie });
      expect([query, answer.status, await answer.json()]).toMatchObject([
        query,
        400,
        { code: 'bad_request', message: /must be|The parameters are/ },
      ]);
    }
    const empty = '?group=&who=&outcome=&from=&to=&before=&size=';
    expect((await bench.send('GET', `/records/changes${empty}`, { cookie })).status).toBe(200);
  });

  it('C4: is searched for up to 200 letters, and says so where there are more', async () => {
    const { bench, cookie, list } = await signedIn();
    await list();
    const search = (letters: number) =>
      bench.send('GET', `/records/changes?group=${'é'.repeat(letters)}`, { cookie });
    expect((await search(maxSearchText)).status).toBe(200);
    const refused = await search(maxSearchText + 1);
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { message: '"group" must be a text of up to 200 characters without line breaks.' },
    ]);
  });

  it('C4: is paged both ways by cursors', async () => {
    const { bench, cookie, list, put } = await signedIn();
    await list();
    for (let number = 0; number < 5; number++) await put(number % 2 === 0 ? locked : unlocked);
    const page = async (query: string) => {
      const answer = await bench.send('GET', `/records/changes?size=2${query}`, { cookie });
      return changesPage.parse(await answer.json());
    };
    const first = await page('');
    const second = await page(`&before=${first.next}`);
    const third = await page(`&before=${second.next}`);
    expect([first.previous, second.previous, third.next]).toEqual([null, '', null]);
    expect(third.changes).toHaveLength(1);
    expect(await page(`&before=${third.previous}`)).toEqual(second);
  });

  it('wants a session, the header of the console, and GET', async () => {
    const { bench, cookie } = await signedIn();
    expect((await bench.send('GET', '/records/changes')).status).toBe(401);
    expect((await bench.send('GET', '/records/changes', { cookie, bare: true })).status).toBe(403);
    const posted = await bench.send('POST', '/records/changes', { cookie });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
  });
});
