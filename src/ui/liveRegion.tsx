import { createContext, use, type ReactNode } from 'react';

const InLiveRegion = createContext(false);

/** Everything inside is announced by the live region around it. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return <InLiveRegion value>{children}</InLiveRegion>;
}

/**
 * The role of what is announced politely; none inside a live region, because some screen readers say twice
 * what stands in two of them.
 */
export function useStatusRole(): 'status' | undefined {
  return use(InLiveRegion) ? undefined : 'status';
}
