import { Button } from './Button.tsx';
import { Countdown } from './Countdown.tsx';
import { Notice } from './Notice.tsx';

interface WaitNoticeProps {
  wording: { title: string; serviceMessage?: string | undefined; requestId: string };
  /** Milliseconds since the epoch at which it is tried again. */
  until: number;
  /** Left out where the button to cancel stands elsewhere. */
  onCancel?: () => void;
}

/** A call failed and will be retried: why, when, and how to stop it. */
export function WaitNotice({ wording, until, onCancel }: WaitNoticeProps) {
  return (
    <Notice tone="warning">
      <span>
        {wording.title}
        {wording.serviceMessage !== undefined &&
          ` The service said: ${wording.serviceMessage}`}{' '}
        Trying again <Countdown until={until} />. Request ID <code>{wording.requestId}</code>
      </span>
      {onCancel && (
        <Button small onClick={onCancel}>
          Cancel
        </Button>
      )}
    </Notice>
  );
}
