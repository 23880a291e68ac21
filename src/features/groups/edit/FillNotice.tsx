import { useEffect, useRef } from 'react';

import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';

import type { Filling } from './useGroupEditor.ts';

interface FillNoticeProps {
  filling: Filling;
  isDirty: boolean;
  isOutdated: boolean;
  onBringBack: () => void;
}

/** Says which history entry filled the form, and offers to restore the earlier edits. */
export function FillNotice({ filling, isDirty, isOutdated, onBringBack }: FillNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  // The clicked button is elsewhere on the page; on a narrow screen the form may be out of sight.
  useEffect(() => {
    if (filling.words !== '') notice.current?.focus();
  }, [filling]);
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice>
        <span>
          {filling.words}{' '}
          {isDirty
            ? 'Nothing is sent until you click Save.'
            : !isOutdated && 'The form has the stored values, so there is nothing to save.'}
        </span>
        {filling.replaced && (
          <Button small onClick={onBringBack}>
            {filling.filled ? 'Restore your edits' : 'Fill in the other values again'}
          </Button>
        )}
      </Notice>
    </div>
  );
}
