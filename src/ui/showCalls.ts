import { createContext, use } from 'react';

/** Lets components below, such as an error with a request id, open the list of recent calls. */
export const ShowCalls = createContext<(() => void) | undefined>(undefined);

/** Opens the list of recent calls; undefined if there is none, such as before signing in. */
export function useShowCalls(): (() => void) | undefined {
  return use(ShowCalls);
}
