import { useState } from 'react';

import type { ThingsGroupRecord } from '#api/groups.ts';
import { groupsQuery } from '#api/groupsQuery.ts';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';

import { severalGroupsDraft } from '../edit/keptRecords.ts';
import { saveCalls } from '../edit/saveCalls.ts';
import { keepRun, readRun } from './keptRun.ts';
import { emptyPlan, plannedGroup, planOf } from './lockPlan.ts';
import { createLockRun, type LockRun } from './lockRun.ts';
import { PlanStep } from './PlanStep.tsx';
import type { RunRow } from './runRow.ts';
import { RunStep } from './RunStep.tsx';
import { countWords } from './RunTable.tsx';

const headingOf = (count: number) => `Set IMEI lock of ${counted(count, 'group')}`;

interface SeveralGroupsDialogProps {
  /** The groups as they were when selected: later reads do not change what the user confirms. */
  groups: readonly ThingsGroupRecord[];
  /** When they were read, in milliseconds since the epoch. */
  readAt: number;
  /** A run that started before a reload, and those of its rows that the user has selected again. */
  former?: { readonly rows: readonly RunRow[]; readonly again: readonly RunRow[] };
  /** Called if nothing was confirmed; defaults to `onClose`. */
  onCancel?: () => void;
  onClose: () => void;
}

/** Sets the IMEI lock of several groups: shows the impact first, then the outcome for each. */
export function SeveralGroupsDialog({
  groups: given,
  readAt,
  former,
  onClose,
  onCancel = onClose,
}: SeveralGroupsDialogProps) {
  const [initial] = useState(() => (former ? planOf(former.again) : emptyPlan));
  const [groups] = useState(() => given.map((group) => plannedGroup(group, readAt)));
  const { create, drop } = useRuns();
  const [run, setRun] = useState<LockRun>();
  if (!run) {
    return (
      <PlanStep
        heading={headingOf(groups.length)}
        groups={groups}
        initial={initial}
        // The other rows' outcomes stay on screen, and can still be undone.
        onConfirm={(rows) => setRun(create([...rowsBeside(rows, former?.rows), ...rows]))}
        onClose={onCancel}
      />
    );
  }
  return (
    <RunStep
      heading={headingOf(run.getSnapshot().rows.length)}
      run={run}
      startsNow
      onClose={() => {
        drop();
        onClose();
      }}
    />
  );
}

function rowsBeside(rows: readonly RunRow[], former: readonly RunRow[] = []): readonly RunRow[] {
  const ids = new Set(rows.map(({ groupId }) => groupId));
  return former.filter(({ groupId }) => !ids.has(groupId));
}

type FormerRunProps = Pick<SeveralGroupsDialogProps, 'groups' | 'readAt'> & { onDone: () => void };

/** Offers the report of an unfinished run until the user has seen it. */
export function FormerRun({ groups, readAt, onDone }: FormerRunProps) {
  const { create, read, drop } = useRuns();
  const [kept] = useState(() => read(groups));
  const [run, setRun] = useState<LockRun>();
  const [again, setAgain] = useState<readonly RunRow[]>();

  function done() {
    drop();
    onDone();
  }

  if (!kept) return null;
  const { rows, unreadable } = kept;
  if (run && again) {
    const chosen = new Set(again.map(({ groupId }) => groupId));
    return (
      <SeveralGroupsDialog
        groups={groups.filter(({ ThingsGroupId }) => chosen.has(ThingsGroupId))}
        readAt={readAt}
        former={{ rows: run.getSnapshot().rows, again }}
        onCancel={() => setAgain(undefined)}
        onClose={onDone}
      />
    );
  }
  if (run) {
    return (
      <RunStep heading={headingOf(rows.length)} run={run} onChooseAgain={setAgain} onClose={done} />
    );
  }
  return (
    <Notice tone="warning">
      {rows.length > 0 && (
        <span>{`You left this page while the IMEI lock of ${counted(rows.length, 'group')} was being set: ${countWords(rows)}.`}</span>
      )}
      {unreadable?.length !== 0 && <span>{unreadableWords(unreadable)}</span>}
      {rows.length > 0 && (
        <Button small onClick={() => setRun(create(rows))}>
          Show
        </Button>
      )}
      <Button small onClick={done}>
        Dismiss
      </Button>
    </Notice>
  );
}

function unreadableWords(names: readonly string[] | undefined): string {
  const of = names?.map((name) => `“${name}”`).join(', ') ?? 'several groups';
  return `Changes were sent for ${of}, but this version of the console cannot read the results. Check these groups first.`;
}

/** This user's runs, stored in this tab. */
function useRuns() {
  const services = useUserServices();
  const { api, queryClient, work } = services;
  return {
    create: (rows: readonly RunRow[]) =>
      createLockRun(rows, {
        calls: saveCalls(services),
        clock: systemClock,
        keep: (state) => keepRun(work.drafts, state),
      }),
    read: (groups: readonly ThingsGroupRecord[]) => readRun(work.drafts, groups),
    /** Drops a run whose result the user has seen. Reads the list again if a save could not be read back. */
    drop() {
      work.drafts.drop(severalGroupsDraft);
      void queryClient.refetchQueries({ queryKey: groupsQuery(api).queryKey, stale: true });
    },
  };
}
