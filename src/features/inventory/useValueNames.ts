import { useQueryClient } from '@tanstack/react-query';

import type { ListedThing, SimCondition } from '#api/inventory.ts';
import { knownGroupName } from '#api/knownGroupName.ts';
import { useNames } from '#api/useNames.ts';

import type { KnownValues } from './knownValues.ts';
import type { ValueName } from './simsFilters.ts';

/**
 * The names of the values in conditions. Network and device model names arrive after the first render. A group's name
 * is taken from a row, from a list of groups that has been read, or from the summary.
 */
export function useValueNames(
  conditions: readonly SimCondition[],
  things: readonly ListedThing[],
  known: KnownValues | undefined,
): ValueName {
  const listed = knownGroupName(useQueryClient());
  const coded = conditions.filter(({ field }) => hasCodes(field));
  const nameOfCode = useNames(coded.flatMap(({ values }) => values));
  return (field, value) => {
    if (hasCodes(field)) return nameOfCode?.(value);
    if (field !== 'group') return undefined;
    return (
      things.find(({ values }) => values.groupId === value)?.values.groupName ??
      listed(value) ??
      known?.group?.find((one) => one.value === value)?.label
    );
  };
}

function hasCodes(field: SimCondition['field']): boolean {
  return field === 'network' || field === 'tac';
}
