import { useCallback, useEffect, useState } from 'react';

import { systemClock } from '#lib/clock.ts';

const confirmationMs = 2_500;

export interface Copied {
  readonly outcome: 'copied' | 'refused';
  /** A description of the copied text. */
  readonly label: string;
}

/** Copies text to the clipboard, and reports the last result, a success only briefly. */
export function useCopy() {
  const [copied, setCopied] = useState<Copied>();

  useEffect(() => {
    // What to do after a refusal takes longer to read.
    if (copied?.outcome !== 'copied') return undefined;
    return systemClock.after(confirmationMs, () => setCopied(undefined));
  }, [copied]);

  /** Takes text, or a write that has begun. */
  const copy = useCallback(async (given: string | Promise<void>, label: string) => {
    // A status is announced again only if it was empty in between.
    setCopied(undefined);
    try {
      await (typeof given === 'string' ? navigator.clipboard.writeText(given) : given);
      setCopied({ outcome: 'copied', label });
    } catch {
      setCopied({ outcome: 'refused', label });
    }
  }, []);
  return { copied, copy };
}
