import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The search parameters of the address, and a function that changes some of them. Several changes in one tick
 * add up: each starts from the previous one, not from the address on screen.
 */
export function useSearchPatch() {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef(location.search);
  useEffect(() => {
    latest.current = location.search;
  }, [location]);
  const search = useMemo(() => new URLSearchParams(location.search), [location.search]);
  return {
    search,
    patchSearch(
      change: (current: URLSearchParams) => URLSearchParams,
      options?: { replace?: boolean },
    ) {
      const next = change(new URLSearchParams(latest.current)).toString();
      latest.current = next === '' ? '' : `?${next}`;
      void navigate(
        { search: latest.current, hash: location.hash },
        { preventScrollReset: true, replace: options?.replace ?? false },
      );
    },
  };
}
