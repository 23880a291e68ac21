import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';

import type { StoredRecord } from '#lib/storedRecord.ts';
import { usePreferences } from '#ui/Preferences.tsx';

import { readThingsAddress, writeThingsAddress } from '../address/thingsAddress.ts';
import { useThingsPreferences } from '../preferences/useThingsPreferences.ts';
import { asksForNothing, builtInViews } from './views.ts';

/** Sign-ins that have begun: the start view is for the first page only, not for each way back to it. */
const begun = new WeakSet<StoredRecord>();

/** Kept with the entry of the browser's history, and so over a reload. */
const wishForAll = { wantsAll: true };

/** The search that the console begins with, where a start view is set and the address asks for nothing. */
export function useStartView(): string | undefined {
  const record = usePreferences();
  const location = useLocation();
  const { key, search, hash } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const { iccid } = useParams();
  const { preferences } = useThingsPreferences();
  const [isOver, setOver] = useState(() => begun.has(record) || iccid !== undefined);
  useEffect(() => {
    begun.add(record);
  }, [record]);
  const current = new URLSearchParams(search);
  const { startView, views } = preferences;
  const view = [...builtInViews, ...views].find(({ id }) => id === startView);
  const isBare = view !== undefined && iccid === undefined && asksForNothing(current);
  const begins = !isOver && isBare && !isWishForAll(state);
  // A bare address that comes later is somebody's wish to see everything.
  if (!isOver && !begins) setOver(true);
  const seen = useRef<string>(undefined);
  useEffect(() => {
    // Of each entry once, as it comes: a start view that is chosen later was not in its way.
    if (seen.current === key) return;
    seen.current = key;
    if (!isOver || !isBare || isWishForAll(state)) return;
    void navigate({ search, hash }, { replace: true, preventScrollReset: true, state: wishForAll });
  }, [key, isOver, isBare, state, search, hash, navigate]);
  if (!begins) return undefined;
  const { address } = readThingsAddress(new URLSearchParams(view.search));
  return writeThingsAddress(current, address).toString();
}

function isWishForAll(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'wantsAll' in state;
}
