import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { type Thing, thing } from '#contract/thing.ts';
import { allIccids, callerOf, field, listOf, textField } from '#testing/fixtures/sandboxClient.ts';

import type { SandboxOptions } from '../options.ts';
import { createSandbox } from '../sandbox.ts';

const world = createSandbox({ things: 400, authLimits: false });
const all = world.state.things();

async function list(query: Record<string, string> = {}, options: Partial<SandboxOptions> = {}) {
  world.setOptions({ filterMatch: 'part', filterCombine: 'all', thingFields: 'seen', ...options });
  return (await callerOf(world)).things(query);
}

const found = (query: Record<string, string>, options: Partial<SandboxOptions> = {}) =>
  allIccids((page) => list({ ...query, ...page }, options));

const iccids = (things: readonly Thing[]) => things.map((one) => one.ExternalUniqueId);

describe('4.5: the list of Things', () => {
  it('2.4: is an array of records that match the contract', async () => {
    const { status, headers, json } = await list({ limit: '50' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(z.array(thing).parse(json)).toHaveLength(50);
  });

  const sample = all.find((one) => one.IMEI.length === 15 && one.MSISDN && one.MnoName) ?? all[0];
  const nameOfNetwork = 'Europe NB-IoT';
  const inNetwork = new Set(
    world.state
      .groups()
      .filter(({ networks }) => networks.some(({ NetworkName }) => NetworkName === nameOfNetwork))
      .map(({ id }) => id),
  );
  it.each<[string, string, (one: Thing) => boolean]>([
    ['ThingName', sample?.ThingName ?? '', (one) => one.ThingName === sample?.ThingName],
    ['ThingsGroupName', 'Scooter Sharing', (one) => one.ThingsGroupName === 'Scooter Sharing'],
    ['Networks', nameOfNetwork, (one) => inNetwork.has(one.ThingsGroupId ?? '')],
    ['ActiveMobileSubscriber', sample?.ActiveMobileSubscriber ?? '', (one) => one === sample],
    ['IMEI', sample?.IMEI ?? '', (one) => one === sample],
    ['MSISDN', sample?.MSISDN ?? '', (one) => one === sample],
    ['CellId', String(sample?.CellId), (one) => one.CellId === sample?.CellId],
    ['Lac', String(sample?.Lac), (one) => one.Lac === sample?.Lac],
    ['MnoName', sample?.MnoName ?? '', (one) => one.MnoName === sample?.MnoName],
    ['ExternalUniqueId', sample?.ExternalUniqueId ?? '', (one) => one === sample],
    ['ThingDescription', 'Scooter', (one) => one.ThingDescription?.includes('Scooter') ?? false],
    ['Tags][0', 'TagId_pilot', (one) => one.ThingTag?.includes('TagId_pilot') ?? false],
  ])('finds exactly the Things that match filterBy[%s]', async (name, value, expected) => {
    const wanted = iccids(all.filter(expected));
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.length).toBeLessThan(all.length);
    expect(await found({ [`filterBy[${name}]`]: value })).toEqual(wanted);
  });

  it.each(['ACTIVE', 'SUSPENDED'])('finds exactly the Things with State=%s', async (State) => {
    expect(await found({ State })).toEqual(iccids(all.filter((one) => one.State === State)));
  });

  it('finds the Things that have all tags of filterBy[Tags][0] to [3]', async () => {
    const query = { 'filterBy[Tags][0]': 'TagId_priority', 'filterBy[Tags][2]': 'TagId_pilot' };
    const both = all.filter(
      ({ ThingTag = [] }) =>
        ThingTag.includes('TagId_priority') && ThingTag.includes('TagId_pilot'),
    );
    expect(both.length).toBeGreaterThan(0);
    expect(await found(query)).toEqual(iccids(both));
    expect(await found({ 'filterBy[Tags][0]': 'TagId_nobody' })).toEqual([]);
  });

  it.each([
    ['all', (a: boolean, b: boolean) => a && b],
    ['any', (a: boolean, b: boolean) => a || b],
  ] as const)('combines several filters by filterCombine %s', async (filterCombine, combine) => {
    const wanted = all.filter((one) =>
      combine(one.State === 'SUSPENDED', one.ThingName?.includes('VAN-') === true),
    );
    const query = { State: 'SUSPENDED', 'filterBy[ThingName]': 'VAN-' };
    expect(await found(query, { filterCombine })).toEqual(iccids(wanted));
  });

  it.each([
    ['part', (name: string) => name.includes('van-')],
    ['prefix', (name: string) => name.startsWith('van-')],
    ['exact', (name: string) => name === 'van-'],
  ] as const)('matches text by filterMatch %s, regardless of case', async (filterMatch, fits) => {
    const wanted = all.filter((one) => fits(one.ThingName?.toLowerCase() ?? ''));
    expect(await found({ 'filterBy[ThingName]': 'vAn-' }, { filterMatch })).toEqual(iccids(wanted));
  });

  it('finds nothing for two Thing names joined by a NUL', async () => {
    const value = `${all[0]?.ThingName}\0${all[1]?.ThingName}`;
    expect(await found({ 'filterBy[ThingName]': value })).toEqual([]);
  });

  it('finds only whole names with filterMatch exact', async () => {
    const query = { 'filterBy[ThingName]': sample?.ThingName ?? '' };
    expect(await found(query, { filterMatch: 'exact' })).toEqual([sample?.ExternalUniqueId]);
  });

  it.each(['ASC', 'DESC'])('is sorted by name with sortBy[ThingName]=%s', async (direction) => {
    const { json } = await list({ 'sortBy[ThingName]': direction, limit: '50' });
    const sorted = all.map((one) => one.ThingName ?? '').toSorted();
    if (direction === 'DESC') sorted.reverse();
    expect(listOf(json).map((row) => textField(row, 'ThingName'))).toEqual(sorted.slice(0, 50));
  });

  it('sorts only the Things that match a filter', async () => {
    const query = { State: 'SUSPENDED', 'sortBy[ThingName]': 'DESC', limit: '5' };
    const names = listOf((await list(query)).json).map((row) => textField(row, 'ThingName'));
    const own = all.flatMap(({ State, ThingName = '' }) =>
      State === 'SUSPENDED' ? [ThingName] : [],
    );
    expect(names).toEqual(own.toSorted().toReversed().slice(0, 5));
  });

  it('finds no unused SIM by filterBy[MnoName]', async () => {
    const unused = all.filter(({ State }) => State === 'PROVISIONED');
    expect(unused.length).toBeGreaterThan(2);
    const wanted = all.filter(({ MnoName }) => MnoName?.toLowerCase().includes('e'));
    expect(await found({ 'filterBy[MnoName]': 'e' })).toEqual(
      iccids(wanted.filter((one) => !unused.includes(one))),
    );
  });

  it('8.5: returns 10 Things by default, and at most 50', async () => {
    expect(listOf((await list()).json)).toHaveLength(10);
    expect(listOf((await list({ limit: '50' })).json)).toHaveLength(50);
    expect((await list({ limit: '51' })).status).toBe(400);
  });

  it('starts at the 51st result with offset 50', async () => {
    const { json } = await list({ offset: '50', limit: '1' });
    expect(textField(listOf(json)[0], 'ExternalUniqueId')).toBe(all[50]?.ExternalUniqueId);
  });

  it('is empty beyond the last result', async () => {
    expect((await list({ offset: '400' })).json).toEqual([]);
  });

  it('has only the fields of 2.4 with thingFields documented', async () => {
    const row = listOf((await list({ limit: '1' }, { thingFields: 'documented' })).json)[0];
    expect(field(row, 'ExternalUniqueId')).toBe(all[0]?.ExternalUniqueId);
    expect(Object.keys(row ?? {})).toHaveLength(28);
    for (const name of ['ThingName', 'State', 'MSISDN', 'ThingsGroupName']) {
      expect(row).not.toHaveProperty(name);
    }
  });
});
