import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// Tests must not fail only because the machine is busy.
configure({ asyncUtilTimeout: 5_000 });

// jsdom has no media queries. None matches here, so components render as on a wide screen.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

const liveRegions = '[role="status"], [role="alert"], [role="log"], [aria-live]';

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
  const nested = document.querySelector(`:is(${liveRegions}) :is(${liveRegions})`)?.outerHTML;
  cleanup();
  vi.restoreAllMocks();
  // React and other libraries report defects only on the console, so any output there fails the test.
  if (complaints.length > 0) {
    throw new Error(`The console was written to: ${complaints.map(String).join('\n')}`);
  }
  // Some screen readers say twice what stands in two live regions.
  if (nested !== undefined) throw new Error(`A live region stands in another: ${nested}`);
});
