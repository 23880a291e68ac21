import { describe, expect, it } from 'vitest';

import { changesParameters } from '#contract/history.ts';
import { thingEventsParameters } from '#contract/inventoryThings.ts';
import type { Parameters } from '#contract/parameters.ts';
import * as changes from '#testing/fixtures/historyFixture.ts';
import { databaseUrl, gatewayDatabase, engines } from '#testing/fixtures/testDatabases.ts';
import * as events from '#testing/fixtures/thingEventsFixture.ts';

/** Filters with values that include the record and values that exclude it. */
async function telling(
  { before: _, size: __, ...filters }: Parameters,
  [record, ...others]: readonly object[],
  find: (query: string) => Promise<readonly object[]>,
): Promise<readonly string[]> {
  expect(others).toEqual([]);
  const said = Object.values<unknown>({ ...record }).flatMap((value): readonly unknown[] =>
    typeof value === 'number' ? [value, value + 1] : typeof value === 'string' ? [value] : [],
  );
  const names: string[] = [];
  for (const [name, { parse, options = [] }] of Object.entries(filters)) {
    const texts = [...said, ...options, 'x']
      .map(String)
      .filter((text) => parse(text) !== undefined);
    const found = new Set<number>();
    for (const text of texts) {
      found.add((await find(`?${new URLSearchParams({ [name]: text })}`)).length);
    }
    if (found.has(0) && found.has(1)) names.push(name);
  }
  return names;
}

const filtersOf = (parameters: Parameters) =>
  Object.keys(parameters).filter((name) => name !== 'before' && name !== 'size');

describe.each(engines)('each filter of a record, in %s', (engine) => {
  const environment = async () => ({ DATABASE_URL: databaseUrl(await gatewayDatabase(engine)) });

  it('includes and excludes a change to a group', async () => {
    const { fixture, cookie, list, put } = await changes.signedIn(await environment());
    await list();
    await put(changes.locked);
    const find = (query = '') => changes.changesOf(fixture, cookie, query);
    expect(await telling(changesParameters, await find(), find)).toEqual(
      filtersOf(changesParameters),
    );
  });

  it('includes and excludes a change to a SIM', async () => {
    const { sims, list, events: find } = await events.signedIn(await environment());
    await list();
    Object.assign(sims[1] ?? {}, { State: 'SUSPENDED' });
    await list();
    expect(await telling(thingEventsParameters, await find(), find)).toEqual(
      filtersOf(thingEventsParameters),
    );
  });
});
