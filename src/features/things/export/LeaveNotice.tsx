import { usePersonIsGone } from '#api/session/SessionProvider.tsx';
import { Button } from '#ui/Button.tsx';
import { useLeaveGuard } from '#ui/useLeaveGuard.ts';

import { exportMessages } from './exportMessages.ts';

import notice from '#ui/Notice.module.css';

/** Asks when somebody is about to leave the page of an export that is not finished. */
export function LeaveNotice({ wouldLose }: { wouldLose: boolean }) {
  const blocker = useLeaveGuard(wouldLose, usePersonIsGone());
  if (blocker.state !== 'blocked') return null;
  return (
    <div role="alert" className={`${notice.notice} ${notice.warning}`}>
      <span>{exportMessages.leaving}</span>
      <Button small onClick={blocker.reset}>
        {exportMessages.stay}
      </Button>
      <Button small variant="danger" onClick={blocker.proceed}>
        {exportMessages.leave}
      </Button>
    </div>
  );
}
