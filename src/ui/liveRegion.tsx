import { createContext, use, type ReactNode } from 'react';

const InLiveRegion = createContext(false);

/** Everything inside is announced by the live region around it. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return <InLiveRegion value>{children}</InLiveRegion>;
}

/** The role for polite announcements; none inside a live region, because some screen readers announce both. */
export function useStatusRole(): 'status' | undefined {
  return use(InLiveRegion) ? undefined : 'status';
}
