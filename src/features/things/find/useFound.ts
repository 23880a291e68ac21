import { useState } from 'react';

import type { Reading } from '#identifiers/readings.ts';

import type { ThingsAddress } from '../filters/thingsAddress.ts';
import { readingFilter } from './readingFilter.ts';

interface Found {
  readonly text: string;
  readonly reading: Reading;
  /** Whether the list has been filtered by it; the address changes a moment after the choice. */
  readonly wasApplied: boolean;
}

/**
 * What was found last, for as long as the list is filtered by it: once it is not, the text in the field
 * would be untrue.
 *
 * @param onGone told the text that was found, when the list is no longer filtered by it
 */
export function useFound(
  filters: ThingsAddress['filters'],
  onGone: (text: string) => void,
): {
  readonly text: string | undefined;
  readonly note: (text: string, reading: Reading) => void;
} {
  const [found, setFound] = useState<Found>();
  const isApplied = found !== undefined && isFilteredBy(filters, found.reading);
  if (found !== undefined && isApplied !== found.wasApplied) {
    setFound(isApplied ? { ...found, wasApplied: true } : undefined);
    if (!isApplied) onGone(found.text);
  }
  return {
    text: isApplied ? found.text : undefined,
    note: (text, reading) => setFound({ text, reading, wasApplied: false }),
  };
}

function isFilteredBy(filters: ThingsAddress['filters'], reading: Reading): boolean {
  const [wanted] = Object.entries(readingFilter(reading).filters);
  return Object.entries(filters).some(
    ([name, value]) => name === wanted?.[0] && value === wanted[1],
  );
}
