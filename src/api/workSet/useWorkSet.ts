import { useSyncExternalStore } from 'react';

import { useUserServices } from '../userServices.tsx';
import type { WorkSet, WorkSetState } from './workSet.ts';

/** The signed-in user's work set and its current content. */
export function useWorkSet(): WorkSetState & { readonly workSet: WorkSet } {
  const { workSet } = useUserServices();
  const state = useSyncExternalStore(workSet.subscribe, workSet.getSnapshot, workSet.getSnapshot);
  return { ...state, workSet };
}
