import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import type { FleetApi, FleetScan } from '#api/inventory.ts';
import { useJob } from '#api/jobs/useJob.ts';
import { keys } from '#api/keys.ts';
import type { ScanProgress } from '#api/scan/scan.ts';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';

import {
  createFleetRun,
  readDraft,
  type FleetDraft,
  type FleetRead,
  type FleetRun,
} from './fleetRun.ts';
import { useHeldElsewhere } from './scanLock.ts';

/**
 * Reads the whole fleet. It stops when the page is left, and reports that to the gateway; after a reload of the page it can
 * continue.
 *
 * @param latest the newest scan that the inventory knows
 */
export function useReadFleet(fleet: FleetApi, latest: FleetScan | null | undefined) {
  const { api, work } = useUserServices();
  const queryClient = useQueryClient();
  const job = useJob<ScanProgress, FleetRead | undefined>('read the fleet');
  const current = useRef<FleetRun>(undefined);
  useEffect(() => () => void current.current?.giveUp(), []);
  const isElsewhere = job.state.step === 'done' && !job.state.result;
  const state = isElsewhere ? ({ step: 'idle' } as const) : job.state;
  const draft = state.step === 'idle' ? readDraft(work.drafts) : undefined;
  const isInterrupted =
    draft !== undefined && latest?.id === draft.id && latest.state === 'running';
  const readSummaryAgain = () => void queryClient.invalidateQueries({ queryKey: keys.fleet });
  const elsewhere = useHeldElsewhere(isInterrupted ? draft.id : undefined, readSummaryAgain);

  function createRun(unfinished?: FleetDraft): FleetRun {
    const { drafts } = work;
    const tools = { things: api.things, clock: systemClock, random: Math.random };
    return createFleetRun({ ...tools, fleet, drafts, onRead: readSummaryAgain }, unfinished);
  }

  function begin(run: FleetRun) {
    job.start({
      ...run.work,
      async run(signal, show) {
        current.current = run;
        const read = await run.work.run(signal, show);
        if (!read) elsewhere.lookAgain();
        return read;
      },
    });
  }

  /** A copy of this tab may have gone on with the scan: then it is not stopped from here. */
  async function stop(run: FleetRun): Promise<void> {
    const isOurs = await run.hold();
    current.current = undefined;
    job.close();
    if (isOurs) await run.giveUp();
    else elsewhere.lookAgain();
  }

  return {
    ...job,
    state,
    /** SIMs that an unfinished scan had read when the page was reloaded; undefined without one. */
    interruptedAfter: isInterrupted ? draft.position.counts.rows : undefined,
    /** Whether another tab has that scan, of which this one is a copy; undefined until that is known. */
    isElsewhere: elsewhere.isHeld,
    start: () => begin(createRun()),
    /** Reads on; pages that were read are not read again. */
    resume() {
      if (isInterrupted) begin(createRun(draft));
      else job.resume();
    },
    close() {
      const run = isInterrupted ? createRun(draft) : current.current;
      if (run) job.perform(stop(run));
    },
  };
}
