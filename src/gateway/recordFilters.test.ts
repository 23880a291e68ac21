import { describe, expect, it } from 'vitest';

import { changesParameters } from '#contract/changes.ts';
import { thingEventsParameters } from '#contract/fleetThings.ts';
import type { Parameters } from '#contract/parameters.ts';
import * as changes from '#testing/fixtures/changesFixture.ts';
import * as events from '#testing/fixtures/fleetEventsFixture.ts';
import { databaseUrl, emptyDatabase, engines } from '#testing/fixtures/testDatabases.ts';

interface Recorded {
  readonly at: number;
}

/**
 * Asks for a record by all that it says of itself, and by all that a parameter may be: some of that finds it, and some
 * does not.
 */
async function expectFilters(
  parameters: Parameters,
  [record, ...others]: readonly Recorded[],
  find: (query: string) => Promise<readonly Recorded[]>,
): Promise<void> {
  if (!record || others.length > 0) throw new Error('There is not one record');
  const said = Object.values<unknown>({ ...record }).flatMap((value) => {
    if (typeof value === 'number') return [value, value + 1];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  const { before: _, size: __, ...filters } = parameters;
  for (const [name, { parse, options = [] }] of Object.entries(filters)) {
    const texts = [...said, ...options, 'x'].map(String);
    const found: number[] = [];
    for (const text of texts.filter((one) => parse(one) !== undefined)) {
      found.push((await find(`?${new URLSearchParams({ [name]: text })}`)).length);
    }
    expect([name, new Set(found)]).toEqual([name, new Set([0, 1])]);
  }
}

describe.each(engines)('each filter of a record, in %s', (engine) => {
  const environment = async () => ({ DATABASE_URL: databaseUrl(await emptyDatabase(engine)) });

  it('finds a change of a group, and leaves it out', async () => {
    const { bench, cookie, list, put } = await changes.signedIn(await environment());
    await list();
    await put(changes.locked);
    const find = (query = '') => changes.changesOf(bench, cookie, query);
    await expectFilters(changesParameters, await find(), find);
  });

  it('finds what changed of a SIM, and leaves it out', async () => {
    const { sims, list, events: find } = await events.signedIn(await environment());
    await list();
    Object.assign(sims[1] ?? {}, { State: 'SUSPENDED' });
    await list();
    await expectFilters(thingEventsParameters, await find(), find);
  });
});
