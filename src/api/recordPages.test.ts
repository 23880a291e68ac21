import { expect, it } from 'vitest';

import { pageByPage } from './recordPages.ts';

/** Three pages; reading one succeeds even after the run was aborted. */
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

it('page by page: an aborted run never ends as complete, and the next one continues after the last page', async () => {
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

it('page by page: stops when no more pages are wanted, and reports that there are more', async () => {
  const { read, readOn } = threePages();
  expect(await readOn(never, () => read.length < 2)).toBe(false);
  expect(read).toEqual(['', 'b']);
});
