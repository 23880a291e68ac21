import { useEffect, useMemo, useRef, useState } from 'react';

import { useSearchPatch } from '#ui/useSearchPatch.ts';

import { parseSort, sortText, type GroupsSort } from './groupColumns.tsx';

/** The list's state, stored in the URL: the filter text and the sort order. */
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
    // The Back button undoes all typing in one step, not letter by letter.
    setFilter: (text: string) => set('filter', text, true),
    sort,
    /** The column by which the URL asks to sort, if there is no such column. */
    wrongSort: sortParameter !== '' && !sort ? sortParameter : undefined,
    setSort: (next: GroupsSort | undefined) => set('sort', next ? sortText(next) : '', false),
  };
}

/**
 * The text of a field that is stored in the URL. The URL lags behind typing, especially while many rows render. So the
 * field keeps its own text, and follows the URL only when something else changes the URL, such as the Back button.
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
