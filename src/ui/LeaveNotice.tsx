import { type ReactNode, useEffect } from 'react';

import { Button } from './Button.tsx';
import { focusNow } from './focusNow.ts';
import { useLeaveGuard } from './useLeaveGuard.ts';

import notice from './Notice.module.css';

interface LeaveNoticeProps {
  /** Leaving the page would end work in progress. */
  wouldLose: boolean;
  /** Called when the user leaves; true if the session has ended, so that leaving must not be blocked. */
  isOver: () => boolean;
  /** The work that leaving would end. */
  children: ReactNode;
}

/** Asks, inside a dialog, when the user is about to leave the page before its work has finished. */
export function LeaveNotice({ wouldLose, isOver, children }: LeaveNoticeProps) {
  const blocker = useLeaveGuard(wouldLose, isOver);
  useEffect(() => {
    if (!wouldLose) blocker.reset?.();
  }, [blocker, wouldLose]);
  if (blocker.state !== 'blocked') return null;
  return (
    <div role="alert" className={`${notice.notice} ${notice.warning}`}>
      <span>{children}</span>
      <Button ref={focusNow} small onClick={blocker.reset}>
        Stay
      </Button>
      <Button small variant="danger" onClick={blocker.proceed}>
        Leave the page
      </Button>
    </div>
  );
}
