import { setImmediate } from 'node:timers/promises';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { ThingEvent } from '#contract/inventoryThings.ts';
import { withTables } from '#testing/fixtures/testDatabases.ts';
import { createInventoryModel, met } from '#testing/models/inventoryModel.ts';
import { expectEvents } from '#testing/models/inventoryOracle.ts';
import { anyHistory, createTruth } from '#testing/models/inventoryService.ts';
import { checkModel, modelTimeout } from '#testing/models/modelRuns.ts';
import { createNaiveInventory } from '#testing/models/naiveInventory.ts';

import { parseDatabaseUrl } from '../db/databaseUrl.ts';

const runs = 300;

const step = fc.oneof(
  { weight: 6, arbitrary: fc.constant('list' as const) },
  { weight: 6, arbitrary: fc.constant('go on' as const) },
  { weight: 1, arbitrary: fc.constantFrom('fail before', 'fail after', 'kill 0', 'kill 1') },
);

const openMemory = () => withTables(parseDatabaseUrl('sqlite::memory:'));

it(
  'F2: the inventory has the same events as a model that retains every list, if the store keeps up',
  async () => {
    const database = await openMemory();
    const kinds = new Set<string>();
    await checkModel(
      fc.asyncProperty(anyHistory, async (history) => {
        const truth = createTruth(history);
        const naive = createNaiveInventory(truth);
        const model = createInventoryModel(database, truth);
        for (const list of history.lists) {
          naive.take(list);
          model.list(0, list);
          await model.idle();
        }
        const events = await model.events();
        expect(sorted(events)).toEqual(sorted(naive.events));
        expect(model.dropped()).toBe(0);
        for (const { kind } of events) kinds.add(kind);
      }),
      runs,
      { few: 200 },
    );
    // Runs in which hardly anything happened would prove nothing.
    expect(kinds.size).toBe(8);
  },
  modelTimeout(runs),
);

it(
  'F2: the inventory reports each change exactly once, and no others, with two gateways that may die',
  async () => {
    const database = await openMemory();
    await checkModel(
      fc.asyncProperty(
        fc.scheduler(),
        anyHistory,
        fc.array(step, { maxLength: 60 }),
        async (scheduler, history, steps) => {
          const truth = createTruth(history);
          const model = createInventoryModel(database, truth, scheduler);
          const lists = [...history.lists];
          for (const one of steps) {
            if (one === 'list') {
              const list = lists.shift();
              if (list) await model.take(list);
            } else if (one === 'fail before' || one === 'fail after') model.fail(one);
            else if (one === 'kill 0' || one === 'kill 1') model.kill(one === 'kill 0' ? 0 : 1);
            await scheduler.waitNext(Math.min(2, scheduler.count())).catch(() => {});
            await setImmediate();
          }
          for (const list of lists) await model.take(list);
          await model.idle();
          expect(expectEvents(truth, history, await model.events(), model)).toEqual([]);
        },
      ),
      runs,
    );
    for (const count of Object.values(met)) expect(count).toBeGreaterThan(0);
  },
  modelTimeout(runs),
);

function sorted(events: readonly Omit<ThingEvent, 'id'>[]) {
  return events
    .map(({ iccid, kind, before, after, since, at }) => ({ at, iccid, kind, before, after, since }))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
