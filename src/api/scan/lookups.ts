import { maxThingsLimit } from '#contract/thingsQuery.ts';

import type { ApiError } from '../errors.ts';
import type { MayWait, Show } from '../jobs/job.ts';
import { createPacedCalls, type ListServices, type RunEnd } from '../jobs/pacedCalls.ts';
import type { ThingFilterName, ThingsList } from '../things.ts';

/** After this many failed lookups without a success, the remaining ones are assumed to fail too. */
const maxFailuresInARow = 5;

/** A lookup's only filter. */
export interface LookupFilter {
  readonly name: ThingFilterName;
  readonly value: string;
}

/** A sequence of lookups for one purpose: the next filter depends on the responses so far. */
export interface LookupTask {
  /** The next lookup; undefined when the task is done. */
  next(): LookupFilter | undefined;
  answered(list: ThingsList): void;
  /** Called if the current lookup has failed for good; the task may continue with another. */
  failed(error: ApiError): void;
}

export interface LookupProgress extends MayWait {
  readonly calls: number;
}

/**
 * Works through tasks that look up Things one by one, at the pace of a scan. A failed lookup does not end the run,
 * unless the session has ended or several fail in a row.
 */
export function createLookups(given: ListServices, tasks: readonly LookupTask[]) {
  const open = [...tasks].toReversed();
  let failuresInARow = 0;
  const calls = createPacedCalls<LookupTask>(given, {
    next() {
      while (open.length > 0 && !open.at(-1)?.next()) open.pop();
      return open.at(-1);
    },
    async send(task, signal) {
      open.pop();
      const filter = task.next();
      const filters = filter ? { [filter.name]: filter.value } : {};
      const params = { filters, size: maxThingsLimit, offset: 0 };
      const list = await given.things.list(params, { signal, bulk: true });
      failuresInARow = 0;
      task.answered(list);
      open.push(task);
    },
    putBack(task) {
      open.push(task);
      return true;
    },
    gaveUp(task, error) {
      failuresInARow++;
      if (failuresInARow < maxFailuresInARow) {
        task.failed(error);
        return true;
      }
      // The run ends before this lookup is abandoned, so that it is retried when the run is resumed.
      failuresInARow = 0;
      return false;
    },
  });
  return {
    /** Runs to the end, or until the signal aborts; another run continues from there. */
    run: (signal: AbortSignal, onProgress?: Show<LookupProgress>): Promise<RunEnd> =>
      calls.run(signal, (count, wait) => onProgress?.({ calls: count, wait })),
  };
}
