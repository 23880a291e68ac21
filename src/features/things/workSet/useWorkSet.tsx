import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { NavLink } from 'react-router';

import { useUserServices } from '#api/userServices.tsx';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';

import { createWorkSet, type WorkSet, type WorkSetState } from './workSet.ts';

const WorkSetContext = createContext<WorkSet | undefined>(undefined);

/** Provides the work set of the signed-in user to the shell and the pages below. */
export function WorkSetProvider({ children }: { children: ReactNode }) {
  const records = useUserServices().work.workSet;
  const workSet = useMemo(() => createWorkSet(records), [records]);
  return <WorkSetContext value={workSet}>{children}</WorkSetContext>;
}

/** The work set, and what it holds now. */
export function useWorkSet(): WorkSetState & { readonly workSet: WorkSet } {
  const workSet = use(WorkSetContext);
  if (!workSet) throw new Error('useWorkSet must be used below a WorkSetProvider');
  const state = useSyncExternalStore(workSet.subscribe, workSet.getSnapshot);
  return { ...state, workSet };
}

/** The way to the work set, while it holds something. */
export function WorkSetLink() {
  const { length } = useWorkSet().entries;
  if (length === 0) return null;
  return <NavLink to={paths.workSet()}>{`Work set (${formatNumber(length)})`}</NavLink>;
}
