import { useCallback, type MouseEvent } from 'react';
import { useHref, useNavigate } from 'react-router';

import { paths } from '#paths.ts';
import { useCopy, type Copied } from '#ui/useCopy.ts';
import { useOpenWithSearch } from '#ui/useSearchPatch.ts';

import styles from './ThingsTable.module.css';

/** Handles clicks on the links and copy buttons of all rows. `base` is the base path of the links. */
export function useRowClicks() {
  const navigate = useNavigate();
  const openWithSearch = useOpenWithSearch();
  const base = useHref('/').replace(/\/$/, '');
  const { copied, copy } = useCopy();
  const onClick = useCallback(
    (event: MouseEvent<HTMLElement>) => {
      if (!(event.target instanceof Element)) return;
      const button = event.target.closest<HTMLElement>('[data-copy]');
      const { copy: text, label } = button?.dataset ?? {};
      if (text !== undefined) void copy(text, label ?? '');
      const to = event.target.closest('a')?.getAttribute('href')?.slice(base.length);
      // With a modifier key or another mouse button, the browser handles the link.
      if (to === undefined || !isPlainClick(event)) return;
      event.preventDefault();
      // The rows may still be those of an earlier address.
      if (to.startsWith(paths.thing(''))) openWithSearch(to);
      else void navigate(to);
    },
    [navigate, openWithSearch, copy, base],
  );
  return { base, copied, onClick };
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** Briefly shows whether the last copy succeeded. */
export function CopyStatus({ copied }: { copied: Copied | undefined }) {
  return (
    <p role="status" className={copied ? styles.copied : styles.hidden}>
      {copied?.outcome === 'copied' && `${copied.label} copied`}
      {copied?.outcome === 'refused' && 'The browser blocked copying: select the text instead'}
    </p>
  );
}
