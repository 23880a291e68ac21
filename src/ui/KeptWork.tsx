import { createContext, use, type ReactNode } from 'react';

import type { KeptRecords } from '#lib/keptRecords.ts';

/** What the browser keeps of a person's work until they sign out. */
export interface KeptWork {
  /** What was typed and not saved: this tab's alone. */
  readonly drafts: KeptRecords;
  /** What was done from this browser: all its tabs'. */
  readonly notes: KeptRecords;
}

const KeptWorkContext = createContext<KeptWork | undefined>(undefined);

/** Gives the pages below what is kept of the work of the person who is signed in. */
export function KeptWorkProvider({ work, children }: { work: KeptWork; children: ReactNode }) {
  return <KeptWorkContext value={work}>{children}</KeptWorkContext>;
}

export function useKeptWork(): KeptWork {
  const work = use(KeptWorkContext);
  if (!work) throw new Error('useKeptWork needs a KeptWorkProvider above it');
  return work;
}
