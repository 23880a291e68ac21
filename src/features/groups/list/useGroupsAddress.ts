import { useSearchPatch } from '#ui/useSearchPatch.ts';

import { parseSort, sortText, type GroupsSort } from './groupsSort.ts';

/** The list's state, which is its address: the text that the groups are filtered by, and their order. */
export function useGroupsAddress() {
  const { search, patchSearch } = useSearchPatch();
  const sort = search.get('sort') ?? '';
  const parsed = parseSort(sort);

  function set(name: string, text: string, replace: boolean) {
    patchSearch(
      (current) => {
        if (text === '') current.delete(name);
        else current.set(name, text);
        return current;
      },
      { replace },
    );
  }

  return {
    filter: search.get('filter') ?? '',
    // Typing is one step back, not one for each letter.
    setFilter: (text: string) => set('filter', text, true),
    sort: parsed,
    /** What the address asks for and no column has. */
    wrongSort: sort !== '' && !parsed ? sort : undefined,
    setSort: (next: GroupsSort | undefined) => set('sort', next ? sortText(next) : '', false),
  };
}
