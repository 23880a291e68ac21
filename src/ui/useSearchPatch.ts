import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The search parameters of the address, and a function that changes some of them. Changes in the same tick add up:
 * each starts from the previous change, not from the address on screen.
 */
export function useSearchPatch() {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef({ search: location.search, hash: location.hash });
  useEffect(() => {
    latest.current = { search: location.search, hash: location.hash };
  }, [location]);
  const search = useMemo(() => new URLSearchParams(location.search), [location.search]);
  /** A stable function, so that components that only change the address need not render with it. */
  const patchSearch = useCallback(
    (
      change: (current: URLSearchParams) => URLSearchParams,
      options?: { readonly replace?: boolean },
    ) => {
      const { search: before, hash } = latest.current;
      const next = change(new URLSearchParams(before)).toString();
      latest.current = { search: next === '' ? '' : `?${next}`, hash };
      void navigate(latest.current, {
        preventScrollReset: true,
        replace: options?.replace ?? false,
      });
    },
    [navigate],
  );
  /** The search string from which the next change starts. */
  const peekSearch = useCallback(() => new URLSearchParams(latest.current.search), []);
  return { search, peekSearch, patchSearch };
}
