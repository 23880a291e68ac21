import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What a process tells of itself to the one that measures it. */
export interface LoopFigures {
  /** The longest that its event loop was held up since it was asked before, in milliseconds. */
  readonly worstMs: number;
  /** The most memory that it has had, in megabytes. */
  readonly peakMegabytes: number;
}

/** Loaded into a process before its own program; answers each message with figures. */
const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
process.on('message', () => {
  const worstMs = delays.max / 1e6;
  delays.reset();
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  process.send?.({ worstMs, peakMegabytes } satisfies LoopFigures);
});
// Who measures may be gone first.
process.channel?.unref();
