import type { RootOptions } from 'react-dom/client';

import { isMissingPart } from '#lib/missingPart.ts';

/** Error reporting for every React root of the console. */
export const rootOptions: RootOptions = {
  onCaughtError(error) {
    // The page itself tells the user that part of it could not be loaded.
    if (isMissingPart(error)) return;
    // oxlint-disable-next-line no-console -- React's default
    console.error(error);
  },
};
