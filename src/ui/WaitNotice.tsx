import { Button } from './Button.tsx';
import { Countdown } from './Countdown.tsx';
import { Notice } from './Notice.tsx';

interface WaitNoticeProps {
  wording: { title: string; serviceMessage?: string | undefined; requestId: string };
  /** Milliseconds since the epoch at which it is tried again. */
  until: number;
  /** Left out where the button to cancel stands elsewhere. */
  onCancel?: () => void;
  /** Signs in again, where that makes an end of the wait. */
  onSignIn?: (() => void) | undefined;
}

/** A call failed and will be retried: why, when, and how to stop it. */
export function WaitNotice({ wording, until, onCancel, onSignIn }: WaitNoticeProps) {
  return (
    <Notice tone="warning">
      <span>
        {wording.title}
        {wording.serviceMessage !== undefined &&
          ` The service said: ${wording.serviceMessage}`}{' '}
        Trying again <Countdown until={until} />.{' '}
        {onSignIn && 'Signing in again is often faster, and loses nothing on this page. '}
        Request ID <code>{wording.requestId}</code>
      </span>
      {onSignIn && (
        <Button small onClick={onSignIn}>
          Sign in again
        </Button>
      )}
      {onCancel && (
        <Button small onClick={onCancel}>
          Cancel
        </Button>
      )}
    </Notice>
  );
}
