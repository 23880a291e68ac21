import type { FleetSummary, WatchProblem } from '#api/inventory.ts';
import { Notice } from '#ui/Notice.tsx';
import { RequestIdLine } from '#ui/RequestIdLine.tsx';
import { ServiceWords } from '#ui/ServiceWords.tsx';

import { noWatch, problemWords, watchWords } from './watchWords.ts';

import styles from './Fleet.module.css';

/** Which technical user reads the fleet, and any problem it has. */
export function WatchLine({ summary, now }: { summary: FleetSummary; now: number }) {
  const { watch, latest } = summary;
  if (watch === null) return <p className={styles.coverage}>{noWatch}</p>;
  const { problem, username } = watch;
  return (
    <>
      <p className={styles.coverage}>{watchWords(watch, latest, now)}</p>
      {problem && <Problem {...{ problem, username, now }} />}
    </>
  );
}

interface ProblemProps {
  problem: WatchProblem;
  username: string;
  now: number;
}

function Problem({ problem, username, now }: ProblemProps) {
  const { title, advice } = problemWords(problem, username, now);
  const { status, message, requestId } = problem;
  return (
    <>
      <Notice tone="warning">
        <div>
          <p>{title}</p>
          {/* Without an answer, the message is the gateway's own. */}
          {message !== null && (
            <p>{status === null ? message : <ServiceWords>{message}</ServiceWords>}</p>
          )}
          <p>{advice}</p>
        </div>
      </Notice>
      {/* Outside the notice, which would be announced again when its button is pressed. */}
      {requestId !== undefined && <RequestIdLine requestId={requestId} isOfGateway />}
    </>
  );
}
