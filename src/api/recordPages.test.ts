import { expect, it } from 'vitest';

import { pageByPage } from './recordPages.ts';

/** Three pages, which can be read although nobody waits for them any more. */
function threePages(onRead: (cursor: string) => void = () => undefined) {
  const read: string[] = [];
  const readOn = pageByPage(async (cursor) => {
    read.push(cursor);
    onRead(cursor);
    return { next: ({ '': 'b', b: 'c' } as Record<string, string>)[cursor] ?? null };
  });
  return { read, readOn };
}
const { signal: never } = new AbortController();

it('page by page: a run that is aborted comes to no end, and the next one goes on after what was read', async () => {
  const abort = new AbortController();
  const { read, readOn } = threePages((cursor) => cursor === 'c' && abort.abort());
  const taken: unknown[] = [];
  const take = (page: unknown) => taken.push(page) > 0;
  const stop: unknown = await readOn(abort.signal, take).catch((error: unknown) => error);
  expect(stop).toBe(abort.signal.reason);
  expect(await readOn(never, take)).toBe(true);
  expect(read).toEqual(['', 'b', 'c']);
  expect(taken).toHaveLength(3);
});

it('page by page: stops where no more is wanted, and says that there is more', async () => {
  const { read, readOn } = threePages();
  expect(await readOn(never, () => read.length < 2)).toBe(false);
  expect(read).toEqual(['', 'b']);
});
