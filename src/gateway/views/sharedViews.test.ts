import { describe, expect, it } from 'vitest';

import { maxViews } from '#contract/sharedViews.ts';
import { engines, twoGateways } from '#testing/fixtures/testDatabases.ts';

import { createSharedViews } from './sharedViews.ts';

type Put = Parameters<ReturnType<typeof createSharedViews>['put']>[0];

const scooters = {
  customerId: 'cid_1',
  id: 'v1',
  author: 'anna',
  name: 'Scooters',
  search: 'State=ACTIVE',
  revision: 0,
} satisfies Put;

async function twoStores(engine: (typeof engines)[number]) {
  const { first, second, time } = await twoGateways(engine);
  return { views: createSharedViews(first), other: createSharedViews(second), time };
}

describe.each(engines)('Q6: shared views on %s', (engine) => {
  it('are the same on all gateways, and only the customer’s own', async () => {
    const { views, other, time } = await twoStores(engine);
    await views.put(scooters);
    await views.put({ ...scooters, customerId: 'cid_2', author: 'ben', name: 'Vans' });
    time.advance(1000);
    const { id, author } = scooters;
    const change = { ...scooters, name: 'Bikes', search: 'State=SUSPENDED', revision: 1 };
    const stored = { id, author, name: 'Bikes', search: change.search, revision: 2 };
    expect(await other.put(change)).toMatchObject({ view: stored });
    expect(await views.list('cid_1')).toEqual([{ ...stored, changedAt: time.now() }]);
    expect(await views.list('cid_2')).toMatchObject([{ name: 'Vans', author: 'ben', revision: 1 }]);
  });

  it('are stored once, however often a request is repeated', async () => {
    const { views, other } = await twoStores(engine);
    expect(await views.put(scooters)).toEqual(await other.put(scooters));
    const change = { ...scooters, name: 'Bikes', revision: 1 };
    expect(await views.put(change)).toEqual(await other.put(change));
    expect(await views.list('cid_1')).toMatchObject([{ name: 'Bikes', revision: 2 }]);
    const removal = { ...scooters, revision: 2 };
    expect(await views.remove(removal)).toMatchObject({ view: { name: 'Bikes' } });
    expect(await other.remove(removal)).toEqual({ refused: 'missing' });
    expect(await views.put({ ...change, revision: 2 })).toEqual({ refused: 'missing' });
  });

  it('are changed by only one of two tabs, and the other gets the newest version', async () => {
    const { first, second } = await twoGateways(engine);
    const views = createSharedViews(first);
    await views.put(scooters);
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    let calls = 0;
    // Finds no conflict when it checks, but writes only after the other tab has written.
    const late = createSharedViews({
      ...second,
      async run(work) {
        calls += 1;
        if (calls === 2) begun.resolve();
        if (calls === 2) await held.promise;
        return second.run(work);
      },
    }).put({ ...scooters, name: 'Vans', revision: 1 });
    await begun.promise;
    await views.put({ ...scooters, name: 'Bikes', revision: 1 });
    held.resolve();
    const [view] = await views.list('cid_1');
    expect(view).toMatchObject({ name: 'Bikes', revision: 2 });
    const lost = { refused: 'changed', view };
    expect(await late).toEqual(lost);
    expect(await views.list('cid_1')).toEqual([view]);
    expect(await views.remove({ ...scooters, revision: 1 })).toEqual(lost);
    expect(await views.put({ ...scooters, name: 'Again' })).toEqual(lost);
  });

  it('are changed and removed only by their author', async () => {
    const { views } = await twoStores(engine);
    const { view } = await views.put(scooters).then((result) => ({ view: null, ...result }));
    const ben = { ...scooters, author: 'ben', revision: 1 };
    const refused = { refused: 'other author', view };
    expect(await views.put({ ...ben, name: 'Mine' })).toEqual(refused);
    expect(await views.remove(ben)).toEqual(refused);
    expect(await views.put({ ...ben, revision: 0 })).toEqual(refused);
    expect(await views.list('cid_1')).toEqual([view]);
  });

  it('have different names, even if two people choose the same one at the same time', async () => {
    const { views, other } = await twoStores(engine);
    await views.put(scooters);
    await views.put({ ...scooters, id: 'v2', author: 'ben', name: 'Vans' });
    const taken = { refused: 'name taken', view: { author: 'anna' } };
    const sameName = { ...scooters, id: 'v3', author: 'ben', name: ' ſCOOTERS\u200B ' };
    expect(await views.put(sameName)).toMatchObject(taken);
    const renamed = { ...sameName, id: 'v2', revision: 1 };
    expect(await other.put(renamed)).toMatchObject(taken);
    const results = await Promise.all([
      views.put({ ...scooters, name: 'Bikes', revision: 1 }),
      other.put({ ...renamed, name: 'bikes' }),
    ]);
    expect(results.map(({ refused }) => refused ?? 'stored').toSorted()).toEqual([
      'name taken',
      'stored',
    ]);
    // Changing a view without renaming it does not conflict with its own name.
    const own = (await views.list('cid_1')).find(({ author }) => author === 'anna');
    const again = { ...scooters, name: own?.name ?? '', search: 'IMEI=1' };
    const { revision = 0 } = own ?? {};
    expect(await views.put({ ...again, revision })).toMatchObject({ view: { search: 'IMEI=1' } });
  });

  it('are limited per author and per customer', async () => {
    const { views } = await twoStores(engine);
    const add = (author: string, number: number) =>
      views.put({ ...scooters, id: `${author}-${number}`, author, name: `${author} ${number}` });
    const addAll = async (author: string) => {
      for (let number = 0; number < maxViews.perAuthor; number++) await add(author, number);
    };
    await addAll('anna');
    expect(await add('anna', 20)).toEqual({ refused: 'too many' });
    expect(await add('anna', 19)).toMatchObject({ view: { name: 'anna 19' } });
    for (const author of ['b', 'c', 'd', 'e']) await addAll(author);
    expect(await add('f', 0)).toEqual({ refused: 'too many' });
    expect(await views.put({ ...scooters, customerId: 'cid_2' })).toMatchObject({ view: {} });
  });
});
