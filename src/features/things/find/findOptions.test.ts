import { describe, expect, it } from 'vitest';

import { findMessages } from './findMessages.ts';
import { findOptions, mostOptions, pasteIntoField } from './findOptions.ts';

const values = (count: number) =>
  Array.from({ length: count }, (_, at) => `Scooter ${at + 10_000}`);

describe('a long text in Find a SIM', () => {
  it('is read no further, however long it is, and it is said', () => {
    const [some, many] = [1_000, 50_000].map((count) => findOptions(values(count).join(' | ')));
    expect(many).toEqual(some);
    expect(many?.options).toHaveLength(mostOptions);
    expect(many?.notes).toEqual([
      findMessages.pastedLong(250),
      findMessages.pastedShown(mostOptions),
    ]);
  });

  it('enters the field as far as it is read, which is seen at its end and said', () => {
    const text = pasteIntoField(values(50_000).join('\n'));
    expect(text.length).toBeLessThan(4_010);
    expect(text).toMatch(/Scooter \d{5} \| …$/);
    const { notes } = findOptions(text);
    expect(notes[0]).toBe(findMessages.pastedLong(250));
    // Whatever is typed behind it, they are not all.
    expect(findOptions(`${text}7`).notes[0]).toBe(findMessages.pastedLong(250));
  });

  it('of one value is pasted whole', () => {
    const name = 'word '.repeat(2_000).trim();
    expect(pasteIntoField(name)).toBe(name);
  });

  it('of one value is not cut: half a name is no name', () => {
    const name = 'word '.repeat(2_000).trim();
    expect(findOptions(name)).toMatchObject({
      options: [{ kind: 'name', value: name }],
      notes: [],
    });
  });
});
