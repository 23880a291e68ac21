import { useEffect, useRef } from 'react';

import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';

import type { Filling } from './useGroupEditor.ts';

interface FillNoticeProps {
  filling: Filling;
  isDirty: boolean;
  onBringBack: () => void;
}

/** Says what the form was filled with from the history, and offers what had been typed before. */
export function FillNotice({ filling, isDirty, onBringBack }: FillNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  // The button that was pressed is elsewhere on the page, on a narrow screen out of sight of the form.
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
            : 'These values are already stored, so there is nothing to save.'}
        </span>
        {filling.replaced && (
          <Button small onClick={onBringBack}>
            Restore your edits
          </Button>
        )}
      </Notice>
    </div>
  );
}
