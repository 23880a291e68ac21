import { describeError } from '#api/describeError.ts';
import { Countdown } from '#ui/Countdown.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Notice } from '#ui/Notice.tsx';

import { messages } from './messages.ts';
import type { SaveOutcome } from './saveGroup.ts';
import type { useSaveGroup } from './useSaveGroup.ts';

/** How the last save ended, at the form. */
export function SaveReport({ save }: { save: ReturnType<typeof useSaveGroup> }) {
  if (save.isRunning) return null;
  if (save.error) {
    return (
      <>
        <ErrorNotice {...describeError(save.error, messages.doingSave)} />
        {save.error.kind === 'rateLimited' && save.blockedUntil !== undefined && (
          <Notice tone="warning">
            <span>
              {messages.saveAgain} <Countdown until={save.blockedUntil} />.
            </span>
          </Notice>
        )}
      </>
    );
  }
  if (!save.outcome) return null;
  const { tone, text } = wording(save.outcome);
  return text === undefined ? null : <Notice tone={tone}>{text}</Notice>;
}

function wording(outcome: SaveOutcome): { tone: 'ok' | 'warning'; text: string | undefined } {
  switch (outcome.kind) {
    case 'accepted':
      return {
        tone: outcome.result === 'saved' ? 'ok' : 'warning',
        text: messages[outcome.result],
      };
    case 'touched':
      return { tone: 'warning', text: messages.touched };
    case 'gone':
      return { tone: 'warning', text: messages.gone };
    // Has a dialog of its own.
    case 'changed':
      return { tone: 'warning', text: undefined };
    default:
      return outcome satisfies never;
  }
}
