import { Button } from './Button.tsx';
import { Countdown } from './Countdown.tsx';
import { Notice } from './Notice.tsx';

interface WaitNoticeProps {
  wording: { title: string; serviceMessage?: string | undefined; requestId: string };
  /** Milliseconds since the epoch at which it is tried again. */
  until: number;
  onCancel: () => void;
}

/** Something failed and goes on by itself: why, when, and the way out. */
export function WaitNotice({ wording, until, onCancel }: WaitNoticeProps) {
  return (
    <Notice tone="warning">
      <span>
        {wording.title}
        {wording.serviceMessage !== undefined &&
          ` The service said: ${wording.serviceMessage}`}{' '}
        Trying again <Countdown until={until} />. Request ID <code>{wording.requestId}</code>
      </span>
      <Button small onClick={onCancel}>
        Cancel
      </Button>
    </Notice>
  );
}
