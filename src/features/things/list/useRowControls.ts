import { useEffect, useState, type MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { listMessages } from './listMessages.ts';

const confirmationMs = 2_500;

export interface Copied {
  readonly text: string;
}

/** What the links and copy buttons of all rows do. */
export function useRowControls() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [copied, setCopied] = useState<Copied>();

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(undefined), confirmationMs);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(text: string, label: string) {
    try {
      await navigator.clipboard.writeText(text);
      setCopied({ text: listMessages.copied(label) });
    } catch {
      setCopied({ text: listMessages.notCopied });
    }
  }

  return {
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
