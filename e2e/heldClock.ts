import type { Sandbox } from '../src/sandbox/sandbox.ts';

type Clock = ReturnType<Sandbox['options']>['clock'];

/**
 * A clock for the sandbox whose timers can be held: a requested delay then ends when the test says so, however
 * slow the machine is.
 */
export function createHeldClock() {
  let held: Set<() => void> | undefined;
  const clock: Clock = {
    now: () => Date.now(),
    after(ms, run) {
      const timers = held;
      if (timers) {
        timers.add(run);
        return () => void timers.delete(run);
      }
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };

  function letGo() {
    const due = held ?? [];
    held = undefined;
    for (const run of due) run();
  }

  return {
    clock,
    letGo,
    /** Holds the delays that start from now on, until the returned function is called. */
    hold() {
      held ??= new Set();
      return letGo;
    },
  };
}
