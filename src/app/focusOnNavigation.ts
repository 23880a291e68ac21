import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the new page's heading when the page changes, as a full page load would, so that
 * keyboard and screen-reader users are not left on a link that is gone. Search changes are not pages.
 *
 * @returns the ref for the element that holds the pages
 */
export function useFocusOnNavigation() {
  const { pathname } = useLocation();
  const container = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const headings = container.current?.querySelectorAll<HTMLElement>('[data-heading-of-page]');
    // The last one: what was opened beside, or instead of, what is hidden before it.
    (Array.from(headings ?? []).at(-1) ?? container.current)?.focus();
  }, [pathname]);
  return container;
}
