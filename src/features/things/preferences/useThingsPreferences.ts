import { useMemo, useSyncExternalStore } from 'react';

import { usePreferences } from '#ui/Preferences.tsx';

import { readThingsPreferences, type ThingsPreferences } from './thingsPreferences.ts';

const section = 'things';

interface ThingsPreferencesControl {
  readonly preferences: ThingsPreferences;
  /** Changes some of them, for this tab and the others. */
  prefer: (change: Partial<ThingsPreferences>) => void;
}

export function useThingsPreferences(): ThingsPreferencesControl {
  const record = usePreferences();
  const stored = useSyncExternalStore(record.subscribe, () => record.section(section));
  const preferences = useMemo(() => readThingsPreferences(stored), [stored]);
  return {
    preferences,
    prefer(change) {
      const current = record.section(section);
      // What another version of the console keeps there stays.
      const kept = typeof current === 'object' ? current : {};
      record.setSection(section, { ...kept, ...change });
    },
  };
}
