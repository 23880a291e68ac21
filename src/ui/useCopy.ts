import { useEffect, useState } from 'react';

import { systemClock } from '#lib/clock.ts';

const confirmationMs = 2_500;

/** How the last copy went. */
export interface Copied {
  readonly outcome: 'copied' | 'refused';
  /** What was copied, in words. */
  readonly label: string;
}

/** Copies texts, and says for a moment how the last one went. */
export function useCopy() {
  const [copied, setCopied] = useState<Copied>();

  useEffect(() => {
    if (!copied) return undefined;
    return systemClock.after(confirmationMs, () => setCopied(undefined));
  }, [copied]);

  async function copy(text: string, label: string) {
    // What is said twice is heard twice only if it was gone between.
    setCopied(undefined);
    try {
      await navigator.clipboard.writeText(text);
      setCopied({ outcome: 'copied', label });
    } catch {
      setCopied({ outcome: 'refused', label });
    }
  }
  return { copied, copy };
}
