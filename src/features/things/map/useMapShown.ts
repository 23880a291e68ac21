import { useSearchPatch } from '#ui/useSearchPatch.ts';

const parameter = 'map';

/** Whether the list shows its map, which the address says, so that a link shows the same. */
export function useMapShown(): readonly [isShown: boolean, toggle: () => void] {
  const { search, patchSearch } = useSearchPatch();
  return [
    search.get(parameter) === '1',
    () =>
      patchSearch((current) => {
        if (current.get(parameter) === '1') current.delete(parameter);
        else current.set(parameter, '1');
        return current;
      }),
  ];
}
