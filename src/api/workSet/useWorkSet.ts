import { useSyncExternalStore } from 'react';

import { useUserServices } from '../userServices.tsx';
import type { WorkSet, WorkSetState } from './workSet.ts';

/** The work set of the signed-in user, and what it holds now. */
export function useWorkSet(): WorkSetState & { readonly workSet: WorkSet } {
  const { workSet } = useUserServices();
  const state = useSyncExternalStore(workSet.subscribe, workSet.getSnapshot);
  return { ...state, workSet };
}
