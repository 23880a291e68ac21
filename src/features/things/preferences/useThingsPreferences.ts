import { useMemo, useSyncExternalStore } from 'react';

import { useUserServices } from '#api/userServices.tsx';

import { readThingsPreferences, type ThingsPreferences } from './thingsPreferences.ts';

const section = 'things';

type Change = Partial<ThingsPreferences>;

interface ThingsPreferencesControl {
  readonly preferences: ThingsPreferences;
  /** Changes some of them, for this tab and the others; by a function, from what is there at that moment. */
  prefer: (change: Change | ((now: ThingsPreferences) => Change)) => void;
}

export function useThingsPreferences(): ThingsPreferencesControl {
  const { preferences: record } = useUserServices();
  const stored = useSyncExternalStore(record.subscribe, () => record.section(section));
  const preferences = useMemo(() => readThingsPreferences(stored), [stored]);
  return {
    preferences,
    prefer(change) {
      const current = record.section(section);
      // What another version of the console keeps there stays.
      const kept = typeof current === 'object' ? current : {};
      const changed =
        typeof change === 'function' ? change(readThingsPreferences(current)) : change;
      record.setSection(section, { ...kept, ...changed });
    },
  };
}
