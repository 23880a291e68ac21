import type { MouseEvent } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router';

import { useCopy } from '#ui/useCopy.ts';

/** What the links and copy buttons of all rows do. */
export function useRowControls() {
  const { search } = useLocation();
  const base = useHref('/').replace(/\/$/, '');
  const navigate = useNavigate();
  const { copied, copy } = useCopy();

  return {
    /** Before the path of an address, where the console is not at its origin's root. */
    base,
    search,
    copied,
    onClick(event: MouseEvent<HTMLElement>) {
      if (!(event.target instanceof Element)) return;
      const button = event.target.closest<HTMLElement>('[data-copy]');
      const { copy: text, label } = button?.dataset ?? {};
      if (text !== undefined) void copy(text, label ?? '');
      const to = event.target.closest<HTMLElement>('a[data-to]')?.dataset['to'];
      // With a modifier, or another button, the browser opens a tab as for any link.
      if (to === undefined || !isPlain(event)) return;
      event.preventDefault();
      void navigate(to);
    },
  };
}

function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
