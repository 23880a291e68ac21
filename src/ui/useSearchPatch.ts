import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The URL's search parameters, and a function that changes some of them. Changes in the same tick add up: each starts
 * from the result of the previous change, not from the URL of the rendered page.
 */
export function useSearchPatch() {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef({ search: location.search, hash: location.hash });
  useEffect(() => {
    latest.current = { search: location.search, hash: location.hash };
  }, [location]);
  const search = useMemo(() => new URLSearchParams(location.search), [location.search]);
  /** Stable, so that components that only change the URL need not render again when it changes. */
  const patchSearch = useCallback(
    (
      change: (current: URLSearchParams) => URLSearchParams | string,
      options?: { readonly replace?: boolean },
    ) => {
      const { search: before, hash } = latest.current;
      const next = String(change(new URLSearchParams(before)));
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
