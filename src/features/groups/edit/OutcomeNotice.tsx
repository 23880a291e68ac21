import { diffGroup, isAlike, keptKeys, updateKeys } from '#api/groupFields.ts';
import { notReported, type GroupSnapshot } from '#api/groupSettings.ts';
import { fieldWords, nounsOf, settingsWords } from '#api/groupWords.ts';
import { ChangedBy } from '#features/history/ChangedBy.tsx';
import { formatTime } from '#lib/format.ts';
import { Details } from '#ui/Details.tsx';
import { Notice } from '#ui/Notice.tsx';

import type { Decision } from './saveGroup.ts';
import type { Settled } from './saveMachine.ts';
import type { SaveOutcome } from './saveOutcome.ts';

import styles from './GroupEditorPage.module.css';

type OutcomeProps = Pick<Extract<Settled, { step: 'done' }>, 'outcome' | 'decision'> & {
  groupId: string;
};
type Accepted = Extract<SaveOutcome, { kind: 'accepted' }>;
type Unknown = Extract<SaveOutcome, { kind: 'unknown' }>;

/** What became of a save that did not fail. A failure is an alert, which stands in no other live region. */
export function OutcomeNotice({ groupId, outcome, decision }: OutcomeProps) {
  switch (outcome.kind) {
    case 'accepted':
      return <AcceptedNotice groupId={groupId} outcome={outcome} decision={decision} />;
    case 'touched':
      return (
        <Notice tone="warning">
          <span>{touchedWords(decision.baseline, outcome.stored)}</span>
          <ChangedBy groupId={groupId} was={decision.baseline} now={outcome.stored} />
          <Details>
            <p>{`Reported as before: ${nounsOf(diffGroup(decision.baseline, outcome.stored, updateKeys).same)}.`}</p>
          </Details>
        </Notice>
      );
    case 'gone':
      return (
        <Notice tone="warning">
          Nothing was sent: the group is no longer in the list of the service.
        </Notice>
      );
    case 'cancelled':
      return (
        <Notice tone="warning">
          Cancelled: nothing was stored, and everything typed is still here.
        </Notice>
      );
    case 'notSaved':
    case 'unknown':
      return null;
    default:
      return outcome satisfies never;
  }
}

function AcceptedNotice({ groupId, outcome, decision }: OutcomeProps & { outcome: Accepted }) {
  const { result, stored } = outcome;
  const sent = { ...decision.baseline, ...decision.choice };
  const asksToCompare = result === 'different' || result === 'otherGroup';
  return (
    <Notice tone={result === 'saved' ? 'ok' : 'warning'}>
      <span>{acceptedWords(outcome)}</span>
      {asksToCompare && stored && <Difference decision={decision} stored={stored} />}
      {result === 'different' && stored && <ChangedBy groupId={groupId} was={sent} now={stored} />}
    </Notice>
  );
}

export function acceptedWords({ result, stored }: Accepted): string {
  switch (result) {
    case 'saved':
      return 'Saved. The service reports exactly what was sent.';
    case 'unconfirmed':
      return `Saved, but not confirmed: the service does not report everything that was sent. Not reported: ${stored ? nounsOf(notReported(stored)) : ''}.`;
    case 'different':
      return 'The service accepted the change, but reports other values than those that were sent. Compare before you go on.';
    case 'goneAfter':
      return 'The service accepted the change, and no longer lists the group: it may have been deleted.';
    case 'otherGroup':
      return 'The service confirmed another group than this one. Compare before you go on.';
    case 'notReRead':
      return 'The service accepted the change. It could not be read back to confirm it.';
  }
}

export function unknownWords(outcome: Unknown): string {
  const notKnown = 'It is not known whether it was stored:';
  switch (outcome.why) {
    case 'notRead':
      return `${notKnown} the group could not be read afterwards. Look at it before you save again.`;
    case 'gone':
      return `${notKnown} the service no longer lists the group.`;
    case 'notReported':
      return `${notKnown} what the service reports is as before, and it does not report everything that was sent. Not reported: ${nounsOf(notReported(outcome.stored))}. Look at the group before you save again.`;
    case 'touched':
      return `${notKnown} the group was changed, by this save or by something else. The service does not report everything that was sent. Not reported: ${nounsOf(notReported(outcome.stored))}. Look at the group before you save again.`;
  }
}

/** What is known of a group that was touched, although no setting that is reported has changed. */
function touchedWords(before: GroupSnapshot, after: GroupSnapshot): string {
  const { unknown } = diffGroup(before, after, updateKeys);
  const isDated = before.DateModified !== undefined && after.DateModified !== undefined;
  return [
    isDated
      ? `Something was saved in this group meanwhile: its date of change is now ${formatTime(after.DateModified)}.`
      : 'It is not known whether the group was changed meanwhile: there are no two dates of change to compare.',
    ...(unknown.length > 0
      ? [
          `Not reported, and perhaps changed: ${nounsOf(unknown)}.`,
          'Nothing was sent yet. Press Save again to overwrite what is stored with this form, or check the group first.',
        ]
      : ['Nothing was sent yet: press Save again to go on.']),
  ].join(' ');
}

function Difference({ decision, stored }: { decision: Decision; stored: GroupSnapshot }) {
  const { baseline, choice } = decision;
  // What is not chosen here is only shown where it differs.
  const otherKept = keptKeys.filter((key) => !isAlike(stored, baseline, [key]));
  const kept = (values: GroupSnapshot) =>
    otherKept.map((key) => ` · ${fieldWords(key, values)}`).join('');
  return (
    <dl className={styles.difference}>
      <dt>Sent</dt>
      <dd>
        {settingsWords(choice)}
        {kept(baseline)}
      </dd>
      <dt>Reported</dt>
      <dd>
        {settingsWords(stored)}
        {kept(stored)}
      </dd>
    </dl>
  );
}
