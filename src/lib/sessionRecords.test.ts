import { expect, it } from 'vitest';

import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';

import { createSessionRecords } from './sessionRecords.ts';
import type { TextStore } from './textStore.ts';

const blocked: TextStore = { read: () => null, write: () => false, listen: () => () => undefined };

const texts = ['', 'null', '7', '{"owner":"ann"}', '{"owner":"ann","records":[7,null,[1]]}', '{'];

it('records survive a reload, until they are dropped', () => {
  const store = memoryTextStore();
  const first = createSessionRecords(store, 'drafts', 'ann');
  first.keep('group 1', { name: 'Vans' });
  first.keep('__proto__', 'odd name');
  const reloaded = createSessionRecords(store, 'drafts', 'ann');
  expect(reloaded.read('group 1')).toEqual({ name: 'Vans' });
  expect(reloaded.read('__proto__')).toBe('odd name');
  expect(reloaded.read('constructor')).toBeUndefined();
  reloaded.drop('group 1');
  expect(createSessionRecords(store, 'drafts', 'ann').read('group 1')).toBeUndefined();
});

it('T17: records are removed when another user signs in, and never shown to them', () => {
  const store = memoryTextStore();
  createSessionRecords(store, 'drafts', 'ann').keep('group 1', 'secret');
  expect(createSessionRecords(store, 'drafts', 'ben').read('group 1')).toBeUndefined();
  expect(store.read('drafts')).not.toContain('secret');
  expect(createSessionRecords(store, 'drafts', 'ann').read('group 1')).toBeUndefined();
});

it('T17: records never include records that another user writes in the meantime', () => {
  const store = memoryTextStore();
  const mine = createSessionRecords(store, 'drafts', 'ann');
  createSessionRecords(store, 'drafts', 'ben').keep('group 1', 'of ben');
  expect(mine.read('group 1')).toBeUndefined();
});

it('T19: records leave nothing in the store when they are cleared', () => {
  const store = memoryTextStore();
  const records = createSessionRecords(store, 'drafts', 'ann');
  records.keep('group 1', 'secret');
  records.clear();
  expect(store.read('drafts')).toBe('');
});

it('T19: records cannot be written after being cleared, until the next sign-in', () => {
  const store = memoryTextStore();
  const records = createSessionRecords(store, 'drafts', 'ann');
  records.clear();
  records.keep('group 1', 'secret');
  expect(store.read('drafts')).toBe('');
  const next = createSessionRecords(store, 'drafts', 'ann');
  next.keep('group 1', 'typed');
  expect(next.read('group 1')).toBe('typed');
});

it('T17: records are cleared without a later user’s records', () => {
  const store = memoryTextStore();
  const mine = createSessionRecords(store, 'notes', 'ann');
  mine.keep('group 1', 'secret');
  const others = createSessionRecords(store, 'notes', 'ben');
  others.keep('group 2', 'of ben');
  mine.clear();
  expect(others.read('group 2')).toBe('of ben');
});

it('records last until the user leaves the page if the store is blocked', () => {
  const records = createSessionRecords(blocked, 'drafts', 'ann');
  records.keep('group 1', 'typed');
  expect(records.read('group 1')).toBe('typed');
});

it.each(texts)('records are empty if the store contains %j', (text) => {
  const store = memoryTextStore();
  store.write('drafts', text);
  const records = createSessionRecords(store, 'drafts', 'ann');
  expect(records.read('1')).toBeUndefined();
  records.keep('1', 'new');
  expect(records.read('1')).toBe('new');
});

it('records last until the user leaves the page if the store is full, which is reported', () => {
  const store = memoryTextStore();
  let isFull = false;
  const write: TextStore['write'] = (...args) => !isFull && store.write(...args);
  const records = createSessionRecords({ ...store, write }, 'set', 'ann');
  expect(records.keep('a', 'old')).toBe(true);
  isFull = true;
  expect([records.keep('a', 'new'), records.read('a')]).toEqual([false, 'new']);
  isFull = false;
  expect(records.keep('b', 'more')).toBe(true);
  expect(createSessionRecords(store, 'set', 'ann').read('a')).toBe('new');
});
