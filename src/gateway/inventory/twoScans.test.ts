import { expect, it } from 'vitest';

import {
  type ThingEvent,
  type ThingEventKind,
  thingEventKinds,
  thingEventsPage,
} from '#contract/inventoryThings.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import type { Fixture } from '#testing/fixtures/gatewayFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { openFleet, readFleet, type Scan } from '#testing/fixtures/scansFixture.ts';
import { eventsPath } from '#testing/fixtures/thingEventsFixture.ts';

const minute = 60_000;

type Reported = Pick<ThingEvent, 'iccid' | 'kind' | 'before' | 'after'>;

/** Everything under "What changed". */
async function whatChanged(fixture: Fixture, cookie: string): Promise<readonly ThingEvent[]> {
  const events: ThingEvent[] = [];
  for (let before = ''; ;) {
    const path = `${eventsPath}?size=200${before && `&before=${before}`}`;
    const page = thingEventsPage.parse(await (await fixture.send('GET', path, { cookie })).json());
    events.push(...page.events);
    if (page.next === null) return events;
    before = page.next;
  }
}

/** Kinds of entries in the sandbox's log, by the value they describe. */
const values: Readonly<Record<string, 'device' | 'imsi' | 'group' | 'state' | 'blocks'>> = {
  'first-imei': 'device',
  'other-device': 'device',
  'other-model': 'device',
  'imei-gone': 'device',
  'imei-back': 'device',
  imsi: 'imsi',
  group: 'group',
  state: 'state',
  blocks: 'blocks',
};

/** The kind of change that two scans show for these two values; undefined if there is none. */
function kindOf(
  value: (typeof values)[string],
  before: string,
  after: string,
): ThingEventKind | undefined {
  if (before === after) return undefined;
  if (value !== 'device') return value;
  if (after === '') return 'imei-gone';
  if (before === '') return 'first-imei';
  // 3GPP TS 23.003, 6.2: the model, then the serial number.
  if (before.slice(0, 14) === after.slice(0, 14)) return undefined;
  return before.slice(0, 8) === after.slice(0, 8) ? 'other-device' : 'other-model';
}

/**
 * The changes visible to two scans of the fleet, derived from the sandbox's own log: for each value of each SIM shown
 * by both scans, the values before the first and after the last change in between.
 */
function reduceLog(sandbox: Sandbox, first: Scan, second: Scan): readonly Reported[] {
  const inBetween = sandbox.state.fleetChanges().filter(({ iccid, kind, at }) => {
    const [from, to] = [first.get(iccid)?.at, second.get(iccid)?.at];
    const isBetween = from !== undefined && to !== undefined && at > from && at <= to;
    return isBetween && values[kind] !== undefined;
  });
  const ofOneValue = Map.groupBy(inBetween, ({ iccid, kind }) => `${iccid} ${values[kind]}`);
  return [...ofOneValue.values()].flatMap((all): readonly Reported[] => {
    const [from, to] = [all[0], all.at(-1)];
    const value = from && values[from.kind];
    if (!to || !value) return [];
    const { iccid } = to;
    // Networks report zeros for an unknown device.
    const before = from.before.replace(/^0+$/, '');
    const kind = kindOf(value, before, to.after);
    if (!kind) return [];
    if (kind !== 'group') return [{ iccid, kind, before, after: to.after }];
    // Groups are shown by the names they had at the time of each scan.
    const nameIn = (scan: Scan) => scan.get(iccid)?.groupName ?? '';
    return [{ iccid, kind, before: nameIn(first), after: nameIn(second) }];
  });
}

const inOrder = (reported: readonly Reported[]) =>
  reported
    .map(({ iccid, kind, before, after }) => `${iccid} ${kind}: ${before} -> ${after}`)
    .toSorted();

/** The number of events of each kind, for the test report. */
function tableOf(reported: readonly Reported[]): string {
  const counts = Map.groupBy(reported, ({ kind }) => kind);
  return thingEventKinds.map((kind) => `${kind} ${counts.get(kind)?.length ?? 0}`).join(', ');
}

it.for([
  { seed: 1, pageMs: 0 },
  { seed: 2, pageMs: 0 },
  { seed: 3, pageMs: 400 },
  { seed: 17, pageMs: 1000 },
])(
  'F2: two scans of a fleet over time show exactly the changes of the ten minutes in between, with their kinds (seed $seed)',
  { timeout: 60_000 },
  async ({ seed, pageMs }, { annotate }) => {
    const clock = manualClock();
    const sandbox = createSandbox({ clock, seed, things: 2000, timePasses: true });
    const opened = await openFleet(clock, sandbox);
    const { fixture, cookie } = opened;
    // Changes before the first scan are not reported.
    await clock.advance(10 * minute);
    const first = await readFleet(opened, pageMs);
    expect(await whatChanged(fixture, cookie)).toEqual([]);
    await clock.advance(10 * minute);
    const second = await readFleet(opened, pageMs);

    const reported = await whatChanged(fixture, cookie);
    expect(inOrder(reported)).toEqual(inOrder(reduceLog(sandbox, first, second)));
    for (const { iccid, since, at } of reported) {
      expect([since, at]).toEqual([first.get(iccid)?.at, second.get(iccid)?.at]);
    }
    await annotate(`seed ${seed}: ${tableOf(reported)}`);
  },
);
