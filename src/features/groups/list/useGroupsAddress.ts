import { useEffect, useMemo, useRef, useState } from 'react';

import { useSearchPatch } from '#ui/useSearchPatch.ts';

import { parseSort, sortText, type GroupsSort } from './groupColumns.tsx';

/** The state of the list is its address: the text that the groups are filtered by, and their order. */
export function useGroupsAddress() {
  const { search, patchSearch } = useSearchPatch();
  const sortParameter = search.get('sort') ?? '';
  const sort = useMemo(() => parseSort(sortParameter), [sortParameter]);

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
    // Back undoes all of the typing at once, not letter by letter.
    setFilter: (text: string) => set('filter', text, true),
    sort,
    /** What the address asks for where no column has that name. */
    wrongSort: sortParameter !== '' && !sort ? sortParameter : undefined,
    setSort: (next: GroupsSort | undefined) => set('sort', next ? sortText(next) : '', false),
  };
}

/**
 * The text of a field that lives in the address. The address follows a moment later than the keys, and
 * drawing many rows makes that moment longer. So the field keeps what was typed by itself, and follows
 * only what something else, such as the Back button, puts into the address.
 */
export function useTypedText(value: string, onType: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  const reported = useRef<string[]>([]);
  useEffect(() => {
    const index = reported.current.indexOf(value);
    if (index === -1) setTyped(value);
    else reported.current.splice(0, index + 1);
  }, [value]);
  return {
    typed,
    type(text: string) {
      setTyped(text);
      reported.current.push(text);
      onType(text);
    },
  };
}
