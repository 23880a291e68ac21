import { use, useCallback, useMemo } from 'react';
import {
  UNSAFE_DataRouterContext,
  useLocation,
  useNavigate,
  type Location,
  type NavigateOptions,
} from 'react-router';

/**
 * The location after the last press, which React may render later: what a press changes, it changes there. Only the
 * router itself knows it, and has no other hook for it.
 */
export function usePeekLocation(): () => Location {
  const router = use(UNSAFE_DataRouterContext)?.router;
  if (!router) throw new Error('There is no RouterProvider');
  return useCallback(() => {
    const { location, navigation } = router.state;
    // A navigation within the page may be waiting for a loader.
    return navigation.location?.pathname === location.pathname ? navigation.location : location;
  }, [router]);
}

/** Opens a path of the console with the address parameters after the last press. Those of `to` may be older. */
export function useOpenWithSearch(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const peek = usePeekLocation();
  return useCallback(
    (to, options) => {
      const [pathname = ''] = to.split('?');
      void navigate({ pathname, search: peek().search }, options);
    },
    [navigate, peek],
  );
}

/** The URL's search parameters, and a function that changes some of them: changes in quick succession add up. */
export function useSearchPatch() {
  const { search: text } = useLocation();
  const navigate = useNavigate();
  const peek = usePeekLocation();
  const search = useMemo(() => new URLSearchParams(text), [text]);
  /** Stable, so that components that only change the URL need not render again when it changes. */
  const patchSearch = useCallback(
    (
      change: (current: URLSearchParams) => URLSearchParams | string,
      options?: { readonly replace?: boolean },
    ) => {
      const { search: before, hash } = peek();
      const next = String(change(new URLSearchParams(before)));
      void navigate(
        { search: next === '' ? '' : `?${next}`, hash },
        { preventScrollReset: true, replace: options?.replace ?? false },
      );
    },
    [navigate, peek],
  );
  return { search, peek, patchSearch };
}
