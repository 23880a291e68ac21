import type { Thing } from '#contract/thing.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import type { FleetChange, FleetChangeKind } from '#sandbox/world/fleetStage.ts';

import {
  type AlertingCheck,
  alertingChecks,
  createFleetOracle,
  deviceOf,
  type Found,
} from './fleetOracle.ts';

/** The changes that name the SIM of a check; the other checks also depend on groups and on other SIMs. */
const checkOfKind: Readonly<Partial<Record<FleetChangeKind, AlertingCheck>>> = {
  'other-device': 'other-device',
  'other-model': 'other-device',
  counting: 'suspended-counting',
  removed: 'not-found',
};

/** How events between two scans ended, counted in the SIMs that a check covers. */
interface Outcomes {
  /** It was over by the second scan, so nobody saw it. */
  readonly over: number;
  /** The first scan had already found the SIM. */
  readonly known: number;
  /**
   * Both scans saw the SIM suspended, but not that it was active in between: its `Data` has grown, as if it counted
   * while suspended.
   */
  readonly mistaken: number;
  /** SIMs that the second scan found or did not find, against what the sandbox's log says. */
  readonly wrong: readonly string[];
}

/** Follows the sandbox from one event to the next through its log, and compares that with what scans find. */
export function createSandboxEvents({ state }: Pick<Sandbox, 'state'>) {
  const look = createFleetOracle();
  let sight = look([], []);
  let before = sight;
  /** The last device that a scan has shown, if any has. */
  const devices = new Map<string, string>();
  let log: FleetChange[] = [];
  let logged = 0;
  const happened = new Map(alertingChecks.map((check) => [check, new Set<string>()]));

  /**
   * What the log says about a SIM in which a scan at this time finds nothing: what happened is over, shows later, or
   * should have been found.
   */
  function standing(check: AlertingCheck, iccid: string) {
    const own = log.filter((change) => change.iccid === iccid);
    const has = (...kinds: readonly FleetChangeKind[]) =>
      own.some(({ kind }) => kinds.includes(kind));
    const over = (isOver: boolean) => (isOver ? 'over' : 'there');
    if (check === 'not-found') return over(has('added'));
    if (check === 'suspended-counting' && !sight[check].has(iccid)) {
      const last = own.findLast(({ kind }) => /counting|removed/.test(kind));
      // It reports every few minutes, and not at all while its cell is down.
      return last?.kind === 'counting' ? 'later' : 'over';
    }
    if (check !== 'other-device') return over(!sight[check].has(iccid));
    const last = own.findLast(({ kind }) => /device|model|imei/.test(kind))?.after ?? '';
    const shown = devices.get(iccid);
    if (has('removed') || shown === undefined) return 'over';
    return deviceOf(last) === '' ? 'later' : over(deviceOf(last) === shown);
  }

  /** Whether a SIM was suspended, active, and suspended again. */
  function wasActive(iccid: string): boolean {
    const states = log.filter((change) => change.iccid === iccid && change.kind === 'state');
    return states[0]?.before === 'SUSPENDED' && states.at(-1)?.after === 'SUSPENDED';
  }

  return {
    /** Must be called between any two events. */
    follow(): void {
      const last = sight;
      sight = look(state.things(), state.groups());
      const changes = state.fleetChanges();
      for (const { kind, iccid } of changes.slice(logged)) {
        const check = checkOfKind[kind];
        if (check) happened.get(check)?.add(iccid);
      }
      for (const check of ['outside-lock', 'shared-imei'] as const) {
        for (const iccid of sight[check].difference(last[check])) happened.get(check)?.add(iccid);
      }
      log.push(...changes.slice(logged));
      logged = changes.length;
    },

    /** Ends the interval between two scans. */
    scanned(found: Found, things: readonly Thing[]): ReadonlyMap<AlertingCheck, Outcomes> {
      const fates = new Map<AlertingCheck, Outcomes>();
      const later = new Set<string>();
      for (const [check, all] of happened) {
        const unseen = Map.groupBy(all.difference(found[check]), (iccid) => standing(check, iccid));
        const announced = found[check].difference(before[check]);
        const { mistaken = [], wrong = [] } = Object.groupBy(announced.difference(all), (iccid) =>
          check === 'suspended-counting' && wasActive(iccid) ? 'mistaken' : 'wrong',
        );
        fates.set(check, {
          over: unseen.get('over')?.length ?? 0,
          known: all.intersection(found[check]).intersection(before[check]).size,
          mistaken: mistaken.length,
          wrong: [...wrong, ...(unseen.get('there') ?? [])],
        });
        all.clear();
        for (const iccid of unseen.get('later') ?? []) {
          all.add(iccid);
          later.add(iccid);
        }
      }
      before = found;
      for (const { ExternalUniqueId, IMEI } of things) {
        if (deviceOf(IMEI) !== '') devices.set(ExternalUniqueId, deviceOf(IMEI));
      }
      log = log.filter(({ iccid }) => later.has(iccid));
      return fates;
    },
  };
}
