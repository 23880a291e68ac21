import { useSearchPatch } from '#ui/useSearchPatch.ts';

/** The list's state, which is its address: the text that the groups are filtered by. */
export function useGroupsAddress() {
  const { search, patchSearch } = useSearchPatch();
  return {
    filter: search.get('filter') ?? '',
    setFilter(text: string) {
      patchSearch(
        (current) => {
          if (text === '') current.delete('filter');
          else current.set('filter', text);
          return current;
        },
        // Typing is one step back, not one for each letter.
        { replace: true },
      );
    },
  };
}
