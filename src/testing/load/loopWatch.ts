import { monitorEventLoopDelay } from 'node:perf_hooks';

/** A process's report to the benchmark. */
export interface LoopFigures {
  /** The longest block of its event loop since the last report, in milliseconds. */
  readonly worstMs: number;
  /** Its peak memory, in megabytes. */
  readonly peakMegabytes: number;
}

/** Loaded into a process before its own program; replies to each message with figures. */
const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
process.on('message', () => {
  const worstMs = delays.max / 1e6;
  delays.reset();
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  process.send?.({ worstMs, peakMegabytes } satisfies LoopFigures);
});
// The measuring process may end first.
process.channel?.unref();
