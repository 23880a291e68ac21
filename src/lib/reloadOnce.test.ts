import { describe, expect, it } from 'vitest';

import { isMissingPart } from './missingPart.ts';
import { reloadOnce } from './reloadOnce.ts';

function fakePage(state: unknown) {
  const page = {
    reloads: 0,
    state,
    history: {
      length: 1,
      scrollRestoration: 'auto' as const,
      get state() {
        return page.state;
      },
      replaceState: (next: unknown) => {
        page.state = next;
      },
      pushState: () => undefined,
      back: () => undefined,
      forward: () => undefined,
      go: () => undefined,
    },
    location: {
      reload: () => {
        page.reloads++;
      },
    },
  };
  return page;
}

describe('H16: a page whose build was replaced', () => {
  it('is loaded again once, and keeps what the router has in its history', () => {
    const page = fakePage({ key: 'abc', idx: 3 });
    expect(reloadOnce(page, 1_000)).toBe(true);
    expect(reloadOnce(page, 2_000)).toBe(false);
    expect(page.reloads).toBe(1);
    expect(page.state).toMatchObject({ key: 'abc', idx: 3 });
  });

  it('may be loaded again for a later deployment', () => {
    const page = fakePage(null);
    reloadOnce(page, 0);
    expect(reloadOnce(page, 61_000)).toBe(true);
  });

  it.each([
    'Failed to fetch dynamically imported module: https://sim.example.com/assets/x.js',
    'error loading dynamically imported module: https://sim.example.com/assets/x.js',
    'Importing a module script failed.',
  ])('is known by: %s', (message) => {
    expect(isMissingPart(new TypeError(message))).toBe(true);
  });

  it('is not taken for a defect or a failed call', () => {
    expect(isMissingPart(new TypeError('Failed to fetch'))).toBe(false);
    expect(isMissingPart(new Error('Importing a module script failed.'))).toBe(false);
  });
});
