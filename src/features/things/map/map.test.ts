import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { clusters, drawMap } from './drawMap.ts';
import { positionOf, positionText } from './position.ts';

const at = (Latitude?: number, Longitude?: number, AccuracyInKM?: number) =>
  positionOf({
    ExternalUniqueId: '89',
    LastLocation: { Latitude, Longitude, AccuracyInKM },
    raw: {},
  });

describe('a record’s position on the map', () => {
  it.each([
    ['a place', at(5.5, 1.5, 2), { kind: 'usable', latitude: 5.5, longitude: 1.5, accuracyKm: 2 }],
    ['an accuracy of zero is none', at(1, 1, 0), { kind: 'usable', accuracyKm: undefined }],
    ['a senseless accuracy is none', at(1, 1, 6_000), { kind: 'usable', accuracyKm: undefined }],
    ['a longitude alone', at(undefined, 13), { kind: 'none' }],
    ['0, 0', at(0, 0), { kind: 'zero' }],
    ['0, 13 is a place', at(0, 13), { kind: 'usable' }],
    ['beyond the pole', at(90.1, 0), { kind: 'odd' }],
    ['beyond the date line', at(0, -180.1), { kind: 'odd' }],
    ['the pole itself', at(-90, 180), { kind: 'usable' }],
  ])('%s', (_case, position, expected) => expect(position).toMatchObject(expected));

  it('is written with N, S, E or W', () => {
    expect(positionText(-33.86, 151.2)).toBe('33.8600° S, 151.2000° E');
  });
});

it.each([90, -90])('a SIM at latitude %d is on the map', (latitude) => {
  const sim = { thing: { ExternalUniqueId: '89', raw: {} }, latitude, longitude: 180 };
  const { markers, width, height } = drawMap([sim], 1_000);
  const isInside = markers.map(({ x, y }) => x > 0 && x < width && y > 0 && y < height);
  expect(isInside).toEqual([true]);
});

describe('clusters', () => {
  const points = fc.array(
    fc.record({ x: fc.integer({ min: 0, max: 240 }), y: fc.integer({ min: 0, max: 160 }) }),
    { maxLength: 50, size: 'max' },
  );

  it('contain every point exactly once, and are so far apart that no marker covers another', () => {
    fc.assert(
      fc.property(points, (all) => {
        const items = all.map((point, item) => ({ at: point, item }));
        const found = clusters(items, 30);
        const members = found.flatMap((cluster) => cluster.members);
        expect(members.toSorted((a, b) => a - b)).toEqual(all.map((_, index) => index));
        for (const [index, { x, y }] of found.entries()) {
          for (const other of found.slice(index + 1)) {
            expect(Math.hypot(other.x - x, other.y - y)).toBeGreaterThanOrEqual(30);
          }
        }
      }),
    );
  });

  it('group only points that are close together', () => {
    const items = [
      { at: { x: 0, y: 0 }, item: 'a' },
      { at: { x: 20, y: 0 }, item: 'b' },
      { at: { x: 100, y: 0 }, item: 'c' },
    ];
    expect(clusters(items, 30)).toEqual([
      { x: 10, y: 0, members: ['a', 'b'] },
      { x: 100, y: 0, members: ['c'] },
    ]);
  });
});
