import { expect, it } from 'vitest';

import { findOptions, maxOptions, pasteIntoField } from './findOptions.ts';

const onlyFirst250 =
  'Only the first 250 values were read. You can look up only one SIM at a time: choose a value.';
const values = (count: number) =>
  Array.from({ length: count }, (_, at) => `Scooter ${at + 10_000}`);

it('long text in Find a SIM is read only in part, with a note', () => {
  const [some, many] = [1_000, 50_000].map((count) => findOptions(values(count).join(' | ')));
  expect(many).toEqual(some);
  expect(many?.options).toHaveLength(maxOptions);
  expect(many?.notes).toEqual([onlyFirst250, 'The first 50 are offered here.']);
});

it('long text in Find a SIM is pasted only in part, ending in “…” and with a note', () => {
  const text = pasteIntoField(values(50_000).join('\n'));
  expect(text.length).toBeLessThan(4_010);
  expect(text).toMatch(/Scooter \d{5} \| …$/);
  const { notes } = findOptions(text);
  expect(notes[0]).toBe(onlyFirst250);
  // The note stays while the user keeps typing.
  expect(findOptions(`${text}7`).notes[0]).toBe(onlyFirst250);
});

it('long text in Find a SIM is pasted and read in full if it is a single value', () => {
  const name = 'word '.repeat(2_000).trim();
  expect(pasteIntoField(name)).toBe(name);
  expect(findOptions(name)).toMatchObject({
    options: [{ kind: 'name', value: name }],
    notes: [],
  });
});
