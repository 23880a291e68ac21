import { describe, expect, it } from 'vitest';

import { createApi } from '#api/client.ts';
import { createSessionRecords } from '#lib/sessionRecords.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import { sandboxServices, signInTo } from '#testing/fixtures/sandboxServices.ts';

import { createFindStore } from './findStore.ts';

/** A store with pauses that the test ends and a clock that advances by 1 ms each time it is read. */
async function open() {
  const clock = manualClock();
  const sandbox = createSandbox({ things: 300, clock });
  const { http, session } = sandboxServices(sandbox, clock);
  await signInTo(sandbox, session, 'writer');
  const tab = memoryTextStore();
  let now = 0;
  let pauses: (() => void)[] = [];
  const { things } = createApi(http);
  const store = createFindStore({
    things,
    drafts: createSessionRecords(tab, 'drafts', 'somebody'),
    clock: { ...clock, now: () => clock.now() + now++ },
    random: () => 0,
    pause: async () => new Promise((resolve) => pauses.push(resolve)),
  });
  /** The field's text each time a list has been parsed; it must be the text of that list. */
  const seen: (readonly [string, number | undefined])[] = [];
  store.subscribe(() => {
    const { text, parsed } = store.getSnapshot();
    if (parsed) seen.push([text.slice(0, 19), parsed.items.length]);
  });
  const turn = async () => {
    const ended = pauses;
    pauses = [];
    for (const end of ended) end();
    await clock.advance(0);
    return ended.length > 0;
  };
  return {
    store,
    sandbox,
    tab,
    seen,
    clock,
    turn,
    async untilRead() {
      let turns = 0;
      while (await turn()) turns++;
      return turns;
    },
    calls: () => sandbox.state.requests().filter(({ route }) => route === 'GET /things'),
  };
}

const listOf = (count: number, first = 0) =>
  Array.from({ length: count }, (_, at) => `${8n * 10n ** 18n + BigInt(first + at)}`).join('\n');
const nowhere = { start: 0, end: 0 };

describe('a long list', () => {
  it('is neither read nor stored within the event handler that inserts it', async () => {
    const { store, tab, clock, turn, untilRead } = await open();
    store.insert(listOf(2_000), nowhere);
    // The event handler's synchronous work ends here.
    await clock.advance(0);
    expect(store.getSnapshot()).toMatchObject({ text: listOf(2_000), parsed: undefined });
    expect(tab.read('drafts')).toBe('');
    await turn();
    expect(tab.read('drafts')).toContain('8000000000000001999');
    expect(store.getSnapshot().parsed).toBeUndefined();
    // A slice takes 12 ms, and each line 1 ms.
    expect(await untilRead()).toBeGreaterThan(100);
    expect(store.getSnapshot().parsed?.items).toHaveLength(2_000);
  });

  it('is no longer read once it is replaced, and its items are never shown with the new text', async () => {
    const { store, seen, turn, untilRead } = await open();
    const text = listOf(2_000);
    store.insert(text, nowhere);
    for (let turns = 0; turns < 20; turns++) await turn();
    store.insert(`${listOf(1_000, 5_000)}\n`, nowhere);
    await turn();
    store.insert('1', nowhere);
    await untilRead();
    const { text: all, parsed } = store.getSnapshot();
    expect(all).toBe(`1${listOf(1_000, 5_000)}\n${text}`);
    expect(seen).toEqual([[all.slice(0, 19), parsed?.items.length]]);
  });

  it('can be undone if it replaced another list', async () => {
    const { store, untilRead } = await open();
    store.type('typed before', 12);
    store.insert(listOf(2_000), { start: 0, end: 12 });
    expect(store.getSnapshot()).toMatchObject({ text: listOf(2_000), replaced: 'typed before' });
    store.restore();
    await untilRead();
    expect(store.getSnapshot()).toMatchObject({ text: 'typed before', replaced: undefined });
  });
});

describe('Find, clicked while the list is being read,', () => {
  it('waits until the list is parsed, but not for another list', async () => {
    const { store, calls, turn, untilRead } = await open();
    store.insert(listOf(2_000), nowhere);
    await turn();
    await store.find('lookups');
    expect(store.getSnapshot()).toMatchObject({ isFindPressed: true, step: 'ready' });
    store.insert('\n', { start: 0, end: 0 });
    await untilRead();
    expect(store.getSnapshot()).toMatchObject({ isFindPressed: false, step: 'ready' });
    expect(calls()).toHaveLength(0);

    store.insert('\n', { start: 0, end: 0 });
    await store.find('lookups');
    await untilRead();
    expect(store.getSnapshot()).toMatchObject({ isFindPressed: true, step: 'ready' });
  });

  it('is ignored if nothing in the list can be looked up', async () => {
    const { store, untilRead } = await open();
    store.insert('12\n'.repeat(3_000), nowhere);
    await store.find('lookups');
    await untilRead();
    expect(store.getSnapshot()).toMatchObject({ isFindPressed: false, step: 'ready' });
  });
});
