import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// A busy machine is no failure: what has to appear may take its time.
configure({ asyncUtilTimeout: 5_000 });

// jsdom has no media queries: every one says no, so components show what a wide screen gets.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

let complaints: unknown[][] = [];

beforeEach(() => {
  complaints = [];
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...said: unknown[]) => {
      complaints.push(said);
    });
  }
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  // React and the libraries tell of defects on the console only: there, too, they fail a test.
  if (complaints.length > 0) {
    throw new Error(`The console was written to: ${complaints.map(String).join('\n')}`);
  }
});
