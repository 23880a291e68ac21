import { useMemo, useState } from 'react';

import type { ThingRecord } from '#api/things.ts';

import type { ThingsAddress } from '../address/thingsAddress.ts';
import type { ColumnChoice } from '../preferences/thingsPreferences.ts';
import { useThingsPreferences } from '../preferences/useThingsPreferences.ts';
import type { ThingField } from '../record/thingFields.ts';
import { carries, columnFields } from './columnFields.ts';
import { shownColumns, tidy, usualColumns, type ShownColumn } from './columnLayout.ts';

const noFields: ReadonlySet<string> = new Set();
const undocumentedFields = columnFields.filter(({ isUndocumented }) => isUndocumented);

export interface ColumnsControl {
  readonly columns: readonly ShownColumn[];
  /** The columns as chosen, also those that no record has. */
  readonly choices: readonly ColumnChoice[];
  /** Whether the field can be a column: fields beyond the API document only once a record had them. */
  readonly isOffered: (field: ThingField) => boolean;
  /** The address names them, as a shared view does: changes go there, and not to one's own. */
  readonly isShared: boolean;
  /** Changes them; undefined leads from shared ones back to one's own, and from these to the usual ones. */
  readonly choose: (choices: readonly ColumnChoice[] | undefined) => void;
}

/** As much of the address as the columns need: those of a shared view are there. */
interface ColumnsAddress {
  readonly address: Pick<ThingsAddress, 'columns' | 'mark' | 'page'>;
  readonly patch: (change: Partial<ThingsAddress>) => void;
}

/**
 * The columns of the list, as the person arranged them. While the address names columns, changes go
 * there: looking at what somebody shared leaves one's own as they were.
 */
export function useShownColumns(
  things: readonly ThingRecord[] | undefined,
  { address, patch }: ColumnsAddress,
): ColumnsControl {
  const { preferences, prefer } = useThingsPreferences();
  const seen = useSeenFields(things);
  const chosen = address.columns ?? preferences.columns;
  const choices = useMemo(() => tidy(chosen ?? usualColumns), [chosen]);
  const markWidth = address.mark === undefined ? 0 : 130;
  const { columns, isOffered } = useMemo(() => {
    // The service sorts by the name, whether its records have it or not.
    const offers = ({ id, isUndocumented }: ThingField) =>
      !isUndocumented || id === 'ThingName' || seen.has(id);
    return { columns: shownColumns(choices, offers, markWidth), isOffered: offers };
  }, [choices, seen, markWidth]);
  return {
    columns,
    choices,
    isOffered,
    isShared: address.columns !== undefined,
    choose(next) {
      if (address.columns) patch({ columns: next, page: address.page });
      else prefer({ columns: next });
    },
  };
}

/** Fields beyond the API document that any record had since the page was opened. */
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
