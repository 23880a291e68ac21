import { useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router';

import type { StoredRecord } from '#lib/storedRecord.ts';
import { usePreferences } from '#ui/Preferences.tsx';

import { readThingsAddress, writeThingsAddress } from '../address/thingsAddress.ts';
import { useThingsPreferences } from '../preferences/useThingsPreferences.ts';
import { asksForNothing, builtInViews } from './views.ts';

/** Sign-ins that have begun: the start view is for the first page only, not for each way back to it. */
const begun = new WeakSet<StoredRecord>();

/** The search that the console begins with, where a start view is set and the address asks for nothing. */
export function useStartView(): string | undefined {
  const record = usePreferences();
  const { search } = useLocation();
  const { iccid } = useParams();
  const { preferences } = useThingsPreferences();
  const [isOver, setOver] = useState(() => begun.has(record) || iccid !== undefined);
  useEffect(() => {
    begun.add(record);
  }, [record]);
  const current = new URLSearchParams(search);
  const { startView, views } = preferences;
  const view = [...builtInViews, ...views].find(({ id }) => id === startView);
  const begins = !isOver && view !== undefined && asksForNothing(current);
  // A bare address that comes later is somebody's wish to see everything.
  if (!isOver && !begins) setOver(true);
  if (!begins) return undefined;
  const { address } = readThingsAddress(new URLSearchParams(view.search));
  return writeThingsAddress(current, address).toString();
}
