import { describe, expect, it, vi } from 'vitest';

import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';

import { createStoredRecord } from './storedRecord.ts';
import { browserTextStore } from './textStore.ts';

const name = 'preferences';

describe('a stored record', () => {
  it('is available on the next page', () => {
    const store = memoryTextStore();
    createStoredRecord(store, name).setSection('things', () => ({ density: 'compact' }));
    expect(createStoredRecord(store, name).section('things')).toEqual({ density: 'compact' });
  });

  it('keeps what another tab has stored in the meantime, in this section and in others', () => {
    const store = memoryTextStore();
    const one = createStoredRecord(store, name);
    const other = createStoredRecord(store, name);
    one.setSection('things', () => 1);
    other.setSection('theme', () => 'dark');
    other.setSection('things', (now) => [now, 2]);
    one.setSection('things', (now) => [now, 3]);
    expect(createStoredRecord(store, name).section('theme')).toBe('dark');
    expect([one.section('theme'), one.section('things')]).toEqual(['dark', [[1, 2], 3]]);
  });

  it('follows other tabs while there is a listener, and notifies it once', () => {
    const store = memoryTextStore();
    const one = createStoredRecord(store, name);
    const listener = vi.fn<() => void>();
    const stop = one.subscribe(listener);
    createStoredRecord(store, name).setSection('things', () => 7);
    expect(one.section('things')).toBe(7);
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    createStoredRecord(store, name).setSection('things', () => 8);
    expect(listener).toHaveBeenCalledTimes(1);
    one.subscribe(listener);
    expect(one.section('things')).toBe(8);
  });

  it.each(['', 'no JSON', '[1]', 'null', '7', '{"things":'])('is empty if %j is stored', (text) => {
    const store = memoryTextStore();
    store.write(name, text);
    const record = createStoredRecord(store, name);
    expect(record.section('things')).toBeUndefined();
    expect(record.section('constructor')).toBeUndefined();
    record.setSection('things', () => 1);
    expect(createStoredRecord(store, name).section('things')).toBe(1);
  });

  it.each([null, '{"things":0}'])('lasts until a reload if the storage keeps %s', (kept) => {
    const blockedOrFull = { ...memoryTextStore(), read: () => kept, write: () => false };
    const record = createStoredRecord(blockedOrFull, name);
    record.setSection('things', () => 1);
    record.setSection('theme', () => 'dark');
    record.subscribe(() => undefined);
    expect([record.section('things'), record.section('theme')]).toEqual([1, 'dark']);
  });

  it('returns the same value until it changes', () => {
    const record = createStoredRecord(memoryTextStore(), name);
    record.setSection('things', () => ({ a: 1 }));
    record.subscribe(() => undefined);
    expect(record.section('things')).toBe(record.section('things'));
  });
});

describe('a browser that blocks its storage', () => {
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };

  it.each(['localStorage', 'sessionStorage'] as const)('%s reads as empty', (area) => {
    const blocked = {
      get localStorage(): Storage {
        return refuse();
      },
      get sessionStorage(): Storage {
        return refuse();
      },
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    };
    const store = browserTextStore(blocked, area);
    expect(store.read(name)).toBeNull();
    expect(() => store.write(name, 'text')).not.toThrow();
  });
});
