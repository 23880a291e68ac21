import { describeError } from '#api/describeError.ts';
import { messages } from '#api/groupMessages.ts';
import { useSignInAgain } from '#api/session/SessionProvider.tsx';
import { WaitNotice } from '#ui/WaitNotice.tsx';

import type { SaveWait } from './saveGroup.ts';

interface SaveWaitNoticeProps {
  wait: SaveWait;
  /** The group's name, when saving several. */
  of?: string;
  onCancel: () => void;
}

/** Says what a save is waiting for. In every case nothing was stored (API document 7). */
export function SaveWaitNotice({ wait: { error, until }, of, onCancel }: SaveWaitNoticeProps) {
  const signInAgain = useSignInAgain();
  const { title, ...wording } = describeError(error, messages.doingSave);
  const words =
    of === undefined
      ? `${title} Nothing has been stored yet.`
      : `“${of}”: ${title} Nothing has been stored for it yet.`;
  return (
    <WaitNotice
      wording={{ ...wording, title: words }}
      until={until}
      onCancel={onCancel}
      onSignIn={error.waitsForRenewal ? signInAgain : undefined}
    />
  );
}
