import { createContext, use, type ReactNode } from 'react';

import type { StoredRecord } from '#lib/storedRecord.ts';

const PreferencesContext = createContext<StoredRecord | undefined>(undefined);

/** Gives the pages below what this browser remembers for the person who is signed in. */
export function PreferencesProvider(props: { record: StoredRecord; children: ReactNode }) {
  return <PreferencesContext value={props.record}>{props.children}</PreferencesContext>;
}

export function usePreferences(): StoredRecord {
  const record = use(PreferencesContext);
  if (!record) throw new Error('usePreferences needs a PreferencesProvider above it');
  return record;
}
