import { useCallback, useMemo, useState } from 'react';

import type { ThingRecord } from '#api/things.ts';

import type { ThingField } from '../../thingFields.ts';
import type { PatchAddress } from '../filters/thingsAddress.ts';
import { useThingsPreferences, type ColumnChoice } from '../thingsPreferences.ts';
import { carries, columnFields } from './columnFields.ts';
import { defaultColumns, shownColumns, tidy } from './columnLayout.ts';

const noFields: ReadonlySet<string> = new Set();
const undocumentedFields = columnFields.filter(({ isUndocumented }) => isUndocumented);

export type ColumnsControl = ReturnType<typeof useShownColumns>;

/**
 * The list's columns. Changes to a shared view's columns go into the URL, so that a shared view never changes the
 * user's own columns. The result stays the same object while the columns are unchanged.
 *
 * @param options.shared columns from the URL; undefined for the user's own
 * @param options.patch changes the URL; must be the same function on every render
 * @param options.markWidth space for a mark in the row header, in CSS pixels
 */
export function useShownColumns(
  things: readonly ThingRecord[] | undefined,
  options: {
    readonly shared?: readonly ColumnChoice[] | undefined;
    readonly patch?: PatchAddress;
    readonly markWidth: number;
  },
) {
  const { shared, patch, markWidth } = options;
  const { preferences, prefer } = useThingsPreferences();
  const seen = useSeenFields(things);
  const { columns: own } = preferences;
  const chosen = shared ?? own;
  /** The chosen columns, including columns that no record has. */
  const choices = useMemo(() => tidy(chosen ?? defaultColumns), [chosen]);
  const { columns, isOffered } = useMemo(() => {
    // An undocumented field is offered once a record has had it. The name is always offered: the service sorts by it.
    const offers = ({ id, isUndocumented }: ThingField) =>
      !isUndocumented || id === 'ThingName' || seen.has(id);
    return { columns: shownColumns(choices, offers, markWidth), isOffered: offers };
  }, [choices, seen, markWidth]);
  /** Whether the columns belong to a shared view, so that changes go into the URL. */
  const isShared = shared !== undefined;
  /**
   * Changes the columns, starting from those of the last press, which may not be rendered yet: `change` is called once,
   * at once. Undefined resets shared columns to the user's own, and the user's own to the defaults.
   */
  const choose = useCallback(
    (change: (current: readonly ColumnChoice[]) => readonly ColumnChoice[] | undefined) => {
      const next = (now = defaultColumns) => change(tidy(now));
      // The last press may have gone back to the user's own columns.
      if (isShared) patch?.(({ columns: now = own, page }) => ({ columns: next(now), page }));
      else prefer(({ columns: now }) => ({ columns: next(now) }));
    },
    [isShared, own, patch, prefer],
  );
  return useMemo(
    () => ({ columns, choices, isOffered, isShared, choose }),
    [columns, choices, isOffered, isShared, choose],
  );
}

/** Undocumented fields seen in any record since the page was opened. */
function useSeenFields(things: readonly ThingRecord[] = []): ReadonlySet<string> {
  const [seen, setSeen] = useState(noFields);
  const found = useMemo(
    () => undocumentedFields.filter((field) => things.some((thing) => carries(thing, field))),
    [things],
  );
  if (found.some(({ id }) => !seen.has(id))) {
    setSeen(new Set([...seen, ...found.map(({ id }) => id)]));
  }
  return seen;
}
