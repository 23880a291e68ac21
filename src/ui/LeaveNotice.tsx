import type { ReactNode } from 'react';

import { Button } from './Button.tsx';
import { useLeaveGuard } from './useLeaveGuard.ts';

import notice from './Notice.module.css';

interface LeaveNoticeProps {
  /** Something is under way that ends with the page. */
  wouldLose: boolean;
  /** Called when the user leaves: whether the session has ended, so that leaving must not be held up. */
  isOver: () => boolean;
  /** What leaving would end. */
  children: ReactNode;
}

/** Asks, within a dialog, when the user is about to leave the page before its work has finished. */
export function LeaveNotice({ wouldLose, isOver, children }: LeaveNoticeProps) {
  const blocker = useLeaveGuard(wouldLose, isOver);
  if (blocker.state !== 'blocked') return null;
  return (
    <div role="alert" className={`${notice.notice} ${notice.warning}`}>
      <span>{children}</span>
      <Button small onClick={blocker.reset}>
        Stay
      </Button>
      <Button small variant="danger" onClick={blocker.proceed}>
        Leave the page
      </Button>
    </div>
  );
}
