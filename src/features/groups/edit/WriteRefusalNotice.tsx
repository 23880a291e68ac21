import { formatTime } from '#lib/format.ts';
import { RequestIdLine } from '#ui/RequestIdLine.tsx';
import { ServiceWords } from '#ui/ServiceWords.tsx';

import { useWriteRefusal } from './writeRefusal.ts';

import notice from '#ui/Notice.module.css';
import styles from './GroupEditorPage.module.css';

/**
 * Warns, before a change is prepared, that the service refused an earlier change for lack of permission. It blocks
 * nothing: permissions may have changed since.
 *
 * @param props.isTold whether the failure with this request id is already on screen
 */
export function WriteRefusalNotice({ isTold }: { isTold: (requestId: string) => boolean }) {
  const refusal = useWriteRefusal();
  if (!refusal || isTold(refusal.requestId)) return null;
  const { at, said, requestId } = refusal;
  return (
    // Not announced: it is shown before the user does anything.
    <section
      aria-label="Refused change"
      className={`${notice.notice} ${notice.warning} ${styles.refusal}`}
    >
      <p className={notice.title}>
        {`The service refused a change that you sent at ${formatTime(at)} (403).`}
      </p>
      {said !== undefined && (
        <p className={notice.quote}>
          <ServiceWords>{said}</ServiceWords>
        </p>
      )}
      <p>
        Your next change may be refused too. Ask an administrator for permission to change groups,
        or sign in as a user who has it. You can still try: your permissions may have changed since.
      </p>
      <RequestIdLine requestId={requestId} />
    </section>
  );
}
