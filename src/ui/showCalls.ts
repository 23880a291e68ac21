import { createContext, use } from 'react';

/** Lets what is below open the list of the last calls, such as an error that names a request id. */
export const ShowCalls = createContext<(() => void) | undefined>(undefined);

/** Opens the list of the last calls; undefined where there is none, as before signing in. */
export function useShowCalls(): (() => void) | undefined {
  return use(ShowCalls);
}
