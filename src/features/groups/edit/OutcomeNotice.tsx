import { diffGroup, isAlike, keptKeys, updateKeys } from '#api/groupFields.ts';
import type { GroupSnapshot } from '#api/groupSettings.ts';
import { fieldWords, nounsOf, settingsWords } from '#api/groupWords.ts';
import { ChangedBy } from '#features/history/ChangedBy.tsx';
import { describeSave } from '#features/history/describeSave.ts';
import { Details } from '#ui/Details.tsx';
import { Notice } from '#ui/Notice.tsx';

import type { Ended, PastDecision } from './saveMachine.ts';

import styles from './GroupEditorPage.module.css';

type OutcomeProps = Pick<Ended, 'outcome' | 'decision'> & { groupId: string };

/** The outcome of a save that did not fail. A failure is an alert, which is in no other live region. */
export function OutcomeNotice({ groupId, outcome, decision }: OutcomeProps) {
  const { baseline, choice } = decision;
  const { check, why, stored } = outcome;
  const { atForm } = describeSave(outcome, baseline);
  const asksToCompare = check === 'different' || check === 'other-group';
  return (
    <Notice tone={check === 'confirmed' ? 'ok' : 'warning'}>
      <span>{atForm}</span>
      {asksToCompare && stored && <Difference decision={decision} stored={stored} />}
      {check === 'different' && stored && (
        <ChangedBy groupId={groupId} was={{ ...baseline, ...choice }} now={stored} />
      )}
      {why === 'touched' && stored && (
        <>
          <ChangedBy groupId={groupId} was={baseline} now={stored} />
          <Details>
            <p>{`Reported as before: ${nounsOf(diffGroup(baseline, stored, updateKeys).same)}.`}</p>
          </Details>
        </>
      )}
    </Notice>
  );
}

function Difference({ decision, stored }: { decision: PastDecision; stored: GroupSnapshot }) {
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
