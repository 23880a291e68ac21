import { expect, it } from 'vitest';

import { createTextSearch, type Match } from './textSearch.ts';

function open(texts: string[]) {
  const search = createTextSearch(texts, (text) => text);
  const found = (value: string, match: Match = 'part') => {
    const rows: number[] = [];
    search.find(value, match, (row) => rows.push(row));
    return rows.toSorted((a, b) => a - b);
  };
  const set = (row: number, text: string) => {
    texts[row] = text;
    search.changed(row);
  };
  return { found, set };
}

it('the text search matches substrings, prefixes and whole values, regardless of case', () => {
  const { found } = open(['Van 1', 'van 12', 'A van', '']);
  expect(found('VAN')).toEqual([0, 1, 2]);
  expect(found('van', 'prefix')).toEqual([0, 1]);
  expect(found('van 1', 'exact')).toEqual([0]);
});

it('the text search finds changed and added text, with each kind of match', () => {
  const { found, set } = open(['one', 'two', 'three']);
  expect(found('two')).toEqual([1]);
  set(1, 'Twenty');
  set(3, 'two');
  expect([found('two'), found('tw', 'prefix')]).toEqual([[3], [1, 3]]);
  expect(found('twenty', 'exact')).toEqual([1]);
  set(1, 'two');
  expect(found('two', 'exact')).toEqual([1, 3]);
});

it('the text search finds text in thousands of changed rows', () => {
  const { found, set } = open(Array.from({ length: 3000 }, (_, row) => `old ${row}`));
  expect(found('old')).toHaveLength(3000);
  for (let row = 0; row < 2500; row++) set(row, `new ${row}`);
  expect([found('new').length, found('old').length]).toEqual([2500, 500]);
  expect(found('new 2499', 'exact')).toEqual([2499]);
});
