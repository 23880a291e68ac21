import { expect, it } from 'vitest';

import { hasCheckDigit } from '#identifiers/luhn.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import { createSandbox } from '../sandbox.ts';
import { deviceModels } from './identifiers.ts';

const start = Date.UTC(2026, 5, 1, 12, 34, 56);
const world = (things: number, seed = 1) =>
  createSandbox({ things, seed, clock: manualClock(start) }).state;
const things = world(5000).things();

it('is the same for the same seed and time', () => {
  expect(world(300).things()).toEqual(world(300).things());
  expect(world(300).groups()).toEqual(world(300).groups());
});

it('is different for another seed', () => {
  expect(world(300, 2).things()).not.toEqual(world(300).things());
});

it('has 5,000 SIMs in a dozen groups of very different sizes', () => {
  const sizes = world(5000)
    .groups()
    .map(({ measures }) => measures.total);
  expect([sizes.length, sizes.reduce((sum, size) => sum + size)]).toEqual([12, 5000]);
  expect(Math.max(...sizes)).toBeGreaterThan(1900);
  expect(sizes.filter((size) => size > 0 && size < 10).length).toBeGreaterThan(1);
  expect(sizes).toContain(0);
});

it.each([0, 1, 7, 12, 40])('has all groups and the requested number of SIMs for %i', (size) => {
  const state = world(size);
  expect([state.things().length, state.groups().length]).toEqual([size, 12]);
});

it('has unique ICCIDs of 19 or 20 digits with a valid check digit', () => {
  expect(new Set(things.map((one) => one.ExternalUniqueId)).size).toBe(5000);
  for (const { ExternalUniqueId } of things) {
    expect(ExternalUniqueId).toMatch(/^89\d{17,18}$/);
    expect(hasCheckDigit(ExternalUniqueId)).toBe(true);
  }
});

it('has unique IMSIs of 15 digits and MSISDNs of at most 15', () => {
  expect(new Set(things.map((one) => one.ActiveMobileSubscriber)).size).toBe(5000);
  const numbers = things.map((one) => one.MSISDN).filter(Boolean);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const one of things) {
    expect(one.ActiveMobileSubscriber).toMatch(/^\d{15}$/);
    expect(one.MSISDN).toMatch(/^\d{0,15}$/);
  }
});

it('has IMEIs of a dozen models in every form that networks report', () => {
  const imeis = things.map((one) => one.IMEI);
  const tacs = new Set<string>(Object.values(deviceModels).map(({ tac }) => tac));
  expect(tacs.size).toBe(12);
  const usual = imeis.filter((imei) => imei.length === 15);
  const seen = new Set(usual.map((imei) => imei.slice(0, 8)));
  for (const tac of tacs) expect(seen).toContain(tac);
  expect(usual.filter((imei) => hasCheckDigit(imei)).length).toBeGreaterThan(4000);
  expect(imeis.filter((imei) => imei === '').length).toBeGreaterThan(50);
  expect(imeis.filter((imei) => /^0+$/.test(imei)).length).toBeGreaterThan(20);
  expect(imeis.filter((imei) => /^\d{14}$/.test(imei)).length).toBeGreaterThan(20);
  expect(imeis.filter((imei) => /^\d{16}$/.test(imei)).length).toBeGreaterThan(20);
  const odd = imeis.filter((imei) => imei !== '' && !/^\d{14,16}$/.test(imei));
  expect(odd.length).toBeGreaterThan(5);
});

it('has states beyond the two documented states', () => {
  expect([...new Set(things.map((one) => one.State))].toSorted()).toEqual(
      ['ACTIVE', 'PROVISIONED', 'RETIRED', 'SUSPENDED', 'TEST_ACTIVE'],
    ); // prettier-ignore
});

it('has SIMs that were seen on every continent, and never in the future', () => {
  const used = things.filter((one) => one.State !== 'PROVISIONED').map((one) => one.LastLocation);
  expect(used.some((at) => at.Latitude < -20)).toBe(true);
  expect(used.some((at) => at.Longitude < -100)).toBe(true);
  expect(used.some((at) => at.Longitude > 130)).toBe(true);
  for (const at of used) expect(at.Timestamp).toBeLessThanOrEqual(start);
});
