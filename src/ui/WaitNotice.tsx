import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { Countdown } from './Countdown.tsx';
import { Notice } from './Notice.tsx';
import { ServiceWords, stopAfter } from './ServiceWords.tsx';

interface WaitNoticeProps {
  wording: { title: string; serviceMessage?: string | undefined; requestId: string };
  /** When the call is retried, in milliseconds since the epoch. */
  until: number;
  /** Omitted if there is a Cancel button elsewhere. */
  onCancel?: () => void;
  /** Signs in again, if that would end the wait. */
  onSignIn?: (() => void) | undefined;
}

/** Shows why a call failed and when it is retried, with a button to cancel. */
export function WaitNotice({ wording, until, onCancel, onSignIn }: WaitNoticeProps) {
  return (
    <Notice tone="warning">
      <span>
        {wording.title}{' '}
        {wording.serviceMessage !== undefined && (
          <>
            <ServiceWords>{wording.serviceMessage}</ServiceWords>
            {`${stopAfter(wording.serviceMessage)} `}
          </>
        )}
        Trying again <Countdown until={until} />.{' '}
        {onSignIn && 'Signing in again is often faster, and loses nothing on this page. '}
        Request ID <code>{wording.requestId}</code>
      </span>
      <CopyButton text={wording.requestId} label="Copy request ID" />
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
