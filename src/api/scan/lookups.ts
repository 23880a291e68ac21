import type { ApiError } from '../errors.ts';
import type { MayWait, Show } from '../jobs/job.ts';
import { createPacedCalls, type ListServices, type RunEnd } from '../jobs/pacedCalls.ts';
import type { ThingFilterName, ThingsList } from '../things.ts';

/** The largest page of the list (API document 8.5). */
const pageSize = 50;
/** After this many lookups have failed without a success, the others would fail as well. */
const maxFailuresInARow = 5;

/** The only filter of a lookup. */
export interface LookupFilter {
  readonly name: ThingFilterName;
  readonly value: string;
}

/** A sequence of lookups for one purpose: which filter comes next depends on the answers so far. */
export interface LookupTask {
  /** The next lookup; undefined when the task is done. */
  next(): LookupFilter | undefined;
  answered(list: ThingsList): void;
  /** The current lookup failed for good; the task may continue with another. */
  failed(error: ApiError): void;
}

export interface LookupProgress extends MayWait {
  readonly calls: number;
}

export interface Lookups {
  /** Works until the end, or until the signal aborts; another run continues from there. */
  run(signal: AbortSignal, onProgress?: Show<LookupProgress>): Promise<RunEnd>;
}

/**
 * Works through tasks that look up Things one by one, at the pace of a scan. A lookup that fails does not end the run,
 * unless the session is over or several fail one after the other.
 */
export function createLookups(given: ListServices, tasks: readonly LookupTask[]): Lookups {
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
      const params = { filters, size: pageSize, offset: 0 };
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
      // The run ends before this one is given up, so that it is looked up again when the run is resumed.
      failuresInARow = 0;
      return false;
    },
  });
  return {
    run: (signal, onProgress) =>
      calls.run(signal, (count, wait) => onProgress?.({ calls: count, wait })),
  };
}
