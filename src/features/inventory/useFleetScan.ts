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
 * Reads the whole fleet. Leaving the page stops the scan and informs the gateway. After a page reload, the scan can be
 * continued.
 *
 * @param latest the inventory's newest scan
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

  /** If a duplicate of this tab has continued the scan, this tab does not stop it. */
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
    /** How many SIMs an unfinished scan had read before the page was reloaded; undefined if there is no such scan. */
    interruptedAfter: isInterrupted ? draft.position.counts.rows : undefined,
    /** Whether that scan is held by another tab, of which this one is a copy; undefined until that is known. */
    isElsewhere: elsewhere.isHeld,
    start: () => begin(createRun()),
    /** Continues without reading pages a second time. */
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
