import { Button } from './Button.tsx';
import { ErrorNotice } from './ErrorNotice.tsx';
import { WaitNotice } from './WaitNotice.tsx';

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
  return waiting ? <WaitNotice {...waiting} onCancel={onCancel} /> : null;
}
