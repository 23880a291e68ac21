import { blockFlags, type Thing } from '#contract/thing.ts';

import type { FleetChange, FleetChangeKind } from './fleetStage.ts';

/** What the log of a fleet tells of, in its own words; and everything else that time does not touch, as one text. */
export interface FleetValues {
  readonly imei: string;
  readonly imsi: string;
  readonly group: string;
  readonly state: string;
  readonly blocks: string;
  readonly rest: string;
}

/** Which value each kind of change is about. */
const valueOfKind: Readonly<Partial<Record<FleetChangeKind, Exclude<keyof FleetValues, 'rest'>>>> =
  {
    'first-imei': 'imei',
    'other-device': 'imei',
    'other-model': 'imei',
    'imei-gone': 'imei',
    'imei-back': 'imei',
    imsi: 'imsi',
    group: 'group',
    state: 'state',
    blocks: 'blocks',
  };

/** The values of SIMs by ICCID, in the order of the list. */
export function fleetValues(things: readonly Thing[]): ReadonlyMap<string, FleetValues> {
  return new Map(things.map((thing) => [thing.ExternalUniqueId, valuesOf(thing)]));
}

function valuesOf(thing: Thing): FleetValues {
  const { IMEI, ActiveMobileSubscriber, ThingsGroupId = '', State = '', Block, ...rest } = thing;
  return {
    imei: IMEI,
    imsi: ActiveMobileSubscriber,
    group: ThingsGroupId,
    state: State,
    blocks: blockFlags.filter((flag) => Block[flag]).toSorted().join(', '), // prettier-ignore
    rest: JSON.stringify({
      ...rest,
      // What moves with the clock, and what follows from group, state and IMSI.
      Data: 0,
      DateModified: 0,
      IPs: [],
      LastLocation: { ...rest.LastLocation, IMSI: '', Timestamp: 0 },
      ThingsGroupName: '',
    }),
  };
}

/**
 * Does to the values before what the log says. Throws where the log tells of another value than there is.
 *
 * @param after where SIMs that were added are taken from, as they were before their own changes
 */
export function replayChanges(
  before: ReadonlyMap<string, FleetValues>,
  changes: readonly FleetChange[],
  after: ReadonlyMap<string, FleetValues>,
): ReadonlyMap<string, FleetValues> {
  const now = new Map(before);
  for (const change of changes) {
    const { iccid, kind } = change;
    const name = valueOfKind[kind];
    const values = now.get(iccid);
    if (kind === 'added') now.set(iccid, asAdded(iccid, changes, after));
    else if (!values) throw new Error(`${kind} of ${iccid}, which is not there`);
    else if (kind === 'removed') now.delete(iccid);
    else if (name !== undefined) {
      if (values[name] !== change.before) {
        throw new Error(`${kind} of ${iccid} from ${change.before}, which is ${values[name]}`);
      }
      now.set(iccid, { ...values, [name]: change.after });
    }
  }
  return now;
}

function asAdded(
  iccid: string,
  changes: readonly FleetChange[],
  after: ReadonlyMap<string, FleetValues>,
): FleetValues {
  const none = { imei: '', imsi: '', group: '', state: '', blocks: '', rest: '' };
  const values: Record<keyof FleetValues, string> = { ...(after.get(iccid) ?? none) };
  for (const change of changes.toReversed()) {
    const name = valueOfKind[change.kind];
    if (change.iccid === iccid && name !== undefined) values[name] = change.before;
  }
  return values;
}
