import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Api } from '#api/client.ts';
import type { ThingsGroupRecord } from '#api/groups.ts';
import { groupsQuery } from '#api/groupsQuery.ts';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';
import { formatNumber } from '#lib/format.ts';
import type { WorkStorage } from '#lib/sessionRecords.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';

import { keepSaveNote } from '../groupDraft.ts';
import { saveCalls } from '../saveCalls.ts';
import { dropRun, keepRun, readRun } from './keptRun.ts';
import { plannedGroup } from './lockPlan.ts';
import { createLockRun, type LockRun, type RunRow } from './lockRun.ts';
import { PlanStep } from './PlanStep.tsx';
import { RunStep } from './RunStep.tsx';
import { countWords } from './RunTable.tsx';

function headingOf(count: number): string {
  return `Set IMEI lock of ${formatNumber(count)} ${count === 1 ? 'group' : 'groups'}`;
}

interface SeveralGroupsDialogProps {
  /** As they were when they were chosen; later readings do not change what is confirmed. */
  groups: readonly ThingsGroupRecord[];
  /** When they were read, in milliseconds since the epoch. */
  readAt: number;
  onClose: () => void;
}

/** Sets the IMEI lock of several groups: first what it would mean, then what became of each. */
export function SeveralGroupsDialog({ groups: given, readAt, onClose }: SeveralGroupsDialogProps) {
  const [groups] = useState(() => given.map((group) => plannedGroup(group, readAt)));
  const { create, drop } = useRuns();
  const [run, setRun] = useState<LockRun>();
  const heading = headingOf(groups.length);
  if (!run) {
    return (
      <PlanStep
        heading={heading}
        groups={groups}
        onConfirm={(rows) => setRun(create(rows))}
        onClose={onClose}
      />
    );
  }
  return (
    <RunStep
      heading={heading}
      run={run}
      startsNow
      onClose={() => {
        drop();
        onClose();
      }}
    />
  );
}

/** Says what is known of a run that was left in the midst, until its person has seen it. */
export function FormerRun({
  groups,
  onDone,
}: {
  groups: readonly ThingsGroupRecord[];
  onDone: () => void;
}) {
  const { create, read, drop } = useRuns();
  const [rows] = useState(() => read(groups));
  const [run, setRun] = useState<LockRun>();

  function done() {
    drop();
    onDone();
  }

  if (!rows) return null;
  if (run) return <RunStep heading={headingOf(rows.length)} run={run} onClose={done} />;
  return (
    <Notice tone="warning">
      <span>{`The IMEI lock of ${formatNumber(rows.length)} groups was being set when this page was left: ${countWords(rows)}.`}</span>
      <Button small onClick={() => setRun(create(rows))}>
        Show
      </Button>
      <Button small onClick={done}>
        Dismiss
      </Button>
    </Notice>
  );
}

/** Runs of this person, with their record in this tab. */
function useRuns() {
  const { api, work } = useUserServices();
  const queryClient = useQueryClient();
  return {
    create: (rows: readonly RunRow[]) => createRun(rows, api, queryClient, work),
    read: (groups: readonly ThingsGroupRecord[]) => readRun(work.drafts, groups),
    /** Its person has seen how it ended. What could not be read back is read again. */
    drop() {
      dropRun(work.drafts);
      void queryClient.refetchQueries({ queryKey: groupsQuery(api).queryKey, stale: true });
    },
  };
}

function createRun(
  rows: readonly RunRow[],
  api: Api,
  queryClient: QueryClient,
  { drafts, notes }: WorkStorage,
): LockRun {
  return createLockRun(rows, {
    calls: saveCalls(api, queryClient),
    clock: systemClock,
    keep: (state) => keepRun(drafts, state),
    onAccepted: (groupId, choice) => keepSaveNote(notes, groupId, choice, systemClock.now()),
  });
}
