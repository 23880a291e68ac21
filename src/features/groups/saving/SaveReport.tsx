import { describeError } from '#api/describeError.ts';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Notice } from '#ui/Notice.tsx';
import { StillWaiting } from '#ui/StillWaiting.tsx';
import { WaitNotice } from '#ui/WaitNotice.tsx';

import { messages } from '../messages.ts';
import type { SaveOutcome } from './saveGroup.ts';
import type { useSaveGroup } from './useSaveGroup.ts';

/** How the last save ended, or what it waits for, at the form. */
export function SaveReport({ save }: { save: ReturnType<typeof useSaveGroup> }) {
  if (save.waiting) {
    const { error, until } = save.waiting;
    const wording = describeError(error, messages.doingSave);
    return <WaitNotice wording={wording} until={until} onCancel={save.cancel} />;
  }
  // What was sent cannot be called off.
  if (save.isRunning) return <StillWaiting />;
  if (save.error) return <ErrorNotice {...describeError(save.error, messages.doingSave)} />;
  return save.outcome ? <Outcome outcome={save.outcome} /> : null;
}

function Outcome({ outcome }: { outcome: SaveOutcome }) {
  switch (outcome.kind) {
    case 'accepted':
      return (
        <Notice tone={outcome.result === 'saved' ? 'ok' : 'warning'}>
          {messages[outcome.result]}
        </Notice>
      );
    case 'touched':
    case 'gone':
    case 'cancelled':
      return <Notice tone="warning">{messages[outcome.kind]}</Notice>;
    case 'notSaved':
    case 'unknown':
      return (
        <ErrorNotice
          {...describeError(outcome.error, messages.doingSave)}
          advice={messages[outcome.kind]}
        />
      );
    case 'changed':
      // Has a dialog of its own.
      return null;
    default:
      return outcome satisfies never;
  }
}
