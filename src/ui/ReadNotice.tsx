import { Button } from './Button.tsx';
import { Countdown } from './Countdown.tsx';
import { ErrorNotice } from './ErrorNotice.tsx';
import { Notice } from './Notice.tsx';

interface Wording {
  title: string;
  serviceMessage?: string | undefined;
  advice: string;
  requestId: string;
}

interface ReadNoticeProps {
  failure?: Wording;
  waiting?: { wording: Wording; until: number };
  onRetry: () => void;
  onCancel: () => void;
}

/** What there is to say about a read that did not just succeed: a countdown, or a failure. */
export function ReadNotice({ failure, waiting, onRetry, onCancel }: ReadNoticeProps) {
  if (failure) {
    return (
      <ErrorNotice {...failure}>
        <Button small onClick={onRetry}>
          Try again
        </Button>
      </ErrorNotice>
    );
  }
  if (!waiting) return null;
  const { wording, until } = waiting;
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
