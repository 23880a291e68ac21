import type { CDPSession } from '@playwright/test';

/** What the main thread does, by the names that Chromium gives its tasks in a trace. */
const phaseNames = {
  compile: /^(?:v8\.(?:compile|parse)|V8\.(?:Compile|Parse)|v8\.produceCache|v8\.deserialize)/,
  evaluate: /^(?:EvaluateScript|v8\.evaluateModule)/,
  collect: /^(?:MinorGC|MajorGC|V8\.GC|BlinkGC)/,
  parse: /^(?:ParseHTML|ParseAuthorStyleSheet)/,
  style: /^(?:UpdateLayoutTree|RecalculateStyles|Schedule)/,
  layout: /^(?:Layout|LocalFrameView::|IntersectionObserver)/,
  paint: /^(?:Paint|PrePaint|Layerize|Commit|CompositeLayers|UpdateLayer)/,
  script:
    /^(?:FunctionCall|EventDispatch|TimerFire|FireAnimationFrame|FireIdleCallback|RunMicrotasks|v8\.callFunction|V8\.)/,
} as const;

export type Phase = keyof typeof phaseNames | 'other';
export const phases: readonly Phase[] = [...keysOf(phaseNames), 'other'];

/** Main-thread CPU time per phase, in ms, and its total blocking time: the sum of each task's time beyond 50 ms. */
export type Profile = Readonly<Record<Phase | 'blocking', number>>;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur: number;
  /** In the thread's own CPU time, which does not depend on other load on the machine. */
  readonly tdur: number;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
}

const longTaskUs = 50_000;

/**
 * Records what the page's main thread does during an action.
 *
 * @throws {Error} if Chromium records no main thread
 */
export async function profiled(
  devtools: CDPSession,
  act: () => Promise<unknown>,
): Promise<Profile> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: readonly object[] }) =>
    void events.push(...value.map(readEvent));
  devtools.on('Tracing.dataCollected', collect);
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'v8',
        'disabled-by-default-v8.compile',
      ],
    },
  });
  await act();
  const ended = new Promise((resolve) => {
    devtools.once('Tracing.tracingComplete', resolve);
  });
  await devtools.send('Tracing.end');
  await ended;
  devtools.off('Tracing.dataCollected', collect);
  return profileOf(events);
}

function profileOf(events: readonly TraceEvent[]): Profile {
  const main = mainThread(events);
  const sums: Record<Phase | 'blocking', number> = { blocking: 0, ...noTime() };
  const open: { readonly end: number; readonly phase: Phase }[] = [];
  const own = events
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === main.pid && tid === main.tid)
    .toSorted((a, b) => a.ts - b.ts || b.dur - a.dur);
  for (const { name, ts, dur, tdur } of own) {
    while ((open.at(-1)?.end ?? Infinity) <= ts) open.pop();
    if (isTask(name)) sums.blocking += Math.max(0, tdur - longTaskUs) / 1000;
    const outer = open.at(-1);
    // A task with no phase of its own counts towards the task that contains it.
    const phase = phaseOf(name) ?? outer?.phase ?? 'other';
    if (outer) sums[outer.phase] -= tdur / 1000;
    sums[phase] += tdur / 1000;
    open.push({ end: ts + dur, phase });
  }
  return sums;
}

function noTime(): Record<Phase, number> {
  return {
    compile: 0,
    evaluate: 0,
    collect: 0,
    parse: 0,
    style: 0,
    layout: 0,
    paint: 0,
    script: 0,
    other: 0,
  };
}

const isTask = (name: string) => name === 'RunTask';

function phaseOf(name: string): Phase | undefined {
  return keysOf(phaseNames).find((phase) => phaseNames[phase].test(name));
}

/** The main thread of the page's renderer. */
function mainThread(events: readonly TraceEvent[]): { readonly pid: number; readonly tid: number } {
  const main = events.find(
    ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
  );
  if (!main) throw new Error('The trace has no main thread');
  return main;
}

function readEvent(event: object): TraceEvent {
  const given: Partial<TraceEvent> = event;
  return {
    name: given.name ?? '',
    ph: given.ph ?? '',
    ts: given.ts ?? 0,
    dur: given.dur ?? 0,
    pid: given.pid ?? 0,
    tid: given.tid ?? 0,
    tdur: given.tdur ?? given.dur ?? 0,
    args: given.args ?? {},
  };
}

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object literal has no other keys
  return Object.keys(record) as Key[];
}
