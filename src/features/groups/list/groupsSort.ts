import type { ThingsGroupRecord } from '#api/groups.ts';

import { groupColumns, type GroupColumn } from './groupColumns.tsx';

export interface GroupsSort {
  readonly column: GroupColumn;
  readonly direction: 'ASC' | 'DESC';
}

/** @param text `Data` or `-Data`; undefined where no column has that name */
export function parseSort(text: string): GroupsSort | undefined {
  const [, sign, id] = /^(-?)(.+)$/.exec(text) ?? [];
  const column = groupColumns.find((candidate) => candidate.id === id);
  return column && { column, direction: sign === '-' ? 'DESC' : 'ASC' };
}

export function sortText({ column, direction }: GroupsSort): string {
  return direction === 'DESC' ? `-${column.id}` : column.id;
}

/** One way, the other way, and back to the service's order. */
export function nextSort(
  column: GroupColumn,
  current: GroupsSort | undefined,
): GroupsSort | undefined {
  if (current?.column !== column) return { column, direction: column.firstSort };
  if (current.direction !== column.firstSort) return undefined;
  return { column, direction: column.firstSort === 'ASC' ? 'DESC' : 'ASC' };
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** A new list; groups that say nothing come last whichever way, equal ones stay as the service has them. */
export function sortGroups(
  groups: readonly ThingsGroupRecord[],
  sort: GroupsSort | undefined,
): readonly ThingsGroupRecord[] {
  if (!sort) return groups;
  const sign = sort.direction === 'ASC' ? 1 : -1;
  return groups
    .map((group) => ({ group, value: sort.column.sortBy(group) }))
    .toSorted((a, b) => {
      if (a.value === undefined || b.value === undefined) {
        return Number(a.value === undefined) - Number(b.value === undefined);
      }
      return sign * compare(a.value, b.value);
    })
    .map(({ group }) => group);
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}
