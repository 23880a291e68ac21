import { Button } from './Button.tsx';
import { useStatusRole } from './liveRegion.tsx';
import { useCopy } from './useCopy.ts';

interface CopyButtonProps {
  /** Given as a function if it is worked out only when it is copied. */
  text: string | (() => string);
  label: string;
  /** The accessible name, if a page has several buttons with this label. */
  name?: string;
}

/** Copies text and reports whether the browser allowed it. */
export function CopyButton({ text, label, name }: CopyButtonProps) {
  const { copied, copy } = useCopy();
  return (
    <>
      <Button
        small
        variant="quiet"
        aria-label={name}
        onClick={() => void copy(typeof text === 'string' ? text : text(), label)}
      >
        {label}
      </Button>
      {/* In a larger live region, only the result is announced. */}
      <span role={useStatusRole()} aria-atomic={false}>
        {copied?.outcome === 'copied' && 'Copied'}
        {copied?.outcome === 'refused' && 'The browser blocked copying: select the text instead'}
      </span>
    </>
  );
}
