import { describe, expect, it } from 'vitest';

import { isMissingPart, mayReload, reload } from './missingPart.ts';

describe('H16: a part of the console that is missing after a deployment', () => {
  it('reloads the page once, keeps the router’s history state, and may reload again later', () => {
    let state: unknown = { key: 'abc', idx: 3 };
    let reloads = 0;
    const page = {
      history: {
        get state() {
          return state;
        },
        replaceState: (next: unknown) => {
          state = next;
        },
      },
      location: {
        reload: () => {
          reloads++;
        },
      },
    };
    expect(mayReload(state, 1_000)).toBe(true);
    reload(page, 1_000);
    expect(reloads).toBe(1);
    expect(state).toEqual({ key: 'abc', idx: 3, reloadedAt: 1_000 });
    expect([mayReload(state, 2_000), mayReload(state, 61_000)]).toEqual([false, true]);
  });

  const states = [null, undefined, 'text', { reloadedAt: 'x' }];
  it.each(states)('may reload with a history state of %j', (state) => {
    expect(mayReload(state, 0)).toBe(true);
  });

  it.each([
    'Failed to fetch dynamically imported module: https://sim.example.com/assets/x.js',
    'error loading dynamically imported module: https://sim.example.com/assets/x.js',
    'Importing a module script failed.',
  ])('is recognised by: %s', (message) => expect(isMissingPart(new TypeError(message))).toBe(true));

  it('is recognised by Vite’s error for a missing stylesheet', () =>
    expect(isMissingPart(new Error('Unable to preload CSS for /assets/x.css'))).toBe(true));

  it('is not confused with a bug or a failed call', () => {
    expect(isMissingPart(new TypeError('Failed to fetch'))).toBe(false);
    expect(isMissingPart(new Error('Importing a module script failed.'))).toBe(false);
  });
});
