import { useEffect, useState } from 'react';

import { Button } from './Button.tsx';

const confirmationMs = 2_000;

interface CopyButtonProps {
  text: string;
  label: string;
  /** Its accessible name, where one page has several with this label. */
  name?: string;
}

/** Copies a text; says so, and says so too when the browser does not let it. */
export function CopyButton({ text, label, name }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();

  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), confirmationMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  }

  return (
    <>
      <Button small variant="quiet" aria-label={name} onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status">
        {outcome === 'copied' && 'Copied'}
        {outcome === 'refused' && 'The browser did not allow copying: select the text instead'}
      </span>
    </>
  );
}
