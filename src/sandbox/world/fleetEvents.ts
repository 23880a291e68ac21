import { blockFlags } from '#contract/thing.ts';

import type { Stage } from './fleetStage.ts';
import { deviceModels, imeiWith, otherImsi } from './identifiers.ts';
import { itemAt } from './random.ts';
import { blocksOf, hasOwnLock, isDataBlocked, type Sim } from './sims.ts';
import { isInsideLock, isInUse, isServed, reportInterval } from './usage.ts';

/** An event that affects a SIM until it ends. */
export interface Episode {
  readonly sim: Sim;
  end(): void;
}

/** One kind of event in a fleet. */
export interface FleetEvent {
  /** The maximum number of SIMs affected at a time: one more, and the first recovers. 0 if the event never ends. */
  readonly atOnce: number;
  /** Starts the event. Returns undefined if no SIM qualifies, or if the event never ends. */
  begin(stage: Stage): Episode | undefined;
}

/** Every kind of event; each happens once per round. */
export const fleetEvents = {
  firstDevice: {
    atOnce: 0,
    begin(stage) {
      const sim = stage.pick((one) => isActive(one) && isWithoutDevice(one) && isUsed(stage, one));
      if (!sim) return undefined;
      const like = stage.pick((one) => one.group === sim.group && hasDevice(one));
      if (like) stage.setImei(sim, 'first-imei', newImei(stage, tacOf(like.imei), like.imei));
      return undefined;
    },
  },
  otherDevice: {
    atOnce: 0,
    begin(stage) {
      const sim = stage.pick((one) => canSwap(stage, one));
      if (sim) stage.setImei(sim, 'other-device', newImei(stage, tacOf(sim.imei), sim.imei));
      return undefined;
    },
  },
  otherModel: {
    atOnce: 3,
    begin: (stage) => changeDevice(stage, isUnlocked, (sim) => otherModel(stage, sim)),
  },
  outsideLock: {
    atOnce: 2,
    begin: (stage) => changeDevice(stage, isLocked, (sim) => otherModel(stage, sim)),
  },
  clonedDevice: {
    atOnce: 2,
    begin: (stage) =>
      changeDevice(stage, isUnlocked, (sim) => {
        const isOther = (one: Sim) => hasDevice(one) && !isSameDevice(one.imei, sim.imei);
        return stage.pick(isOther)?.imei;
      }),
  },
  deviceGone: {
    atOnce: 2,
    begin(stage) {
      const sim = stage.pick((one) => canSwap(stage, one));
      if (!sim) return undefined;
      const { imei } = sim;
      stage.setImei(sim, 'imei-gone', '');
      return { sim, end: () => stage.setImei(sim, 'imei-back', imei) };
    },
  },
  otherImsi: {
    atOnce: 0,
    begin(stage) {
      const sim = stage.pick((one) => isServed(stage.customer, one));
      if (sim) stage.setImsi(sim, otherImsi(sim.imsi, stage.int(100)));
      return undefined;
    },
  },
  otherGroup: {
    atOnce: 2,
    begin(stage) {
      const sim = stage.pick(isActive);
      if (!sim) return undefined;
      const { group } = sim;
      const others = stage.customer.groups.filter((one) => one !== group && !one.lockMasterImei);
      if (others.length === 0) return undefined;
      stage.setGroup(sim, itemAt(others, stage.int(others.length)));
      return { sim, end: () => stage.setGroup(sim, group) };
    },
  },
  suspension: {
    atOnce: 2,
    begin: (stage) =>
      episode(
        stage,
        (one) => one.state === 'ACTIVE' && isServed(stage.customer, one),
        (sim, isOn) => stage.setState(sim, isOn ? 'SUSPENDED' : 'ACTIVE'),
      ),
  },
  block: {
    atOnce: 2,
    begin(stage) {
      const { seed } = stage.customer;
      const flag = itemAt(blockFlags, stage.int(blockFlags.length));
      return episode(
        stage,
        (one) => isActive(one) && !blocksOf(one, seed)[flag],
        (sim, isOn) => stage.setBlocks(sim, { ...blocksOf(sim, seed), [flag]: isOn }),
      );
    },
  },
  silence: {
    atOnce: 6,
    begin: (stage) => episode(stage, (one) => isServed(stage.customer, one), stage.setSilent),
  },
  cellDown: {
    atOnce: 3,
    begin(stage) {
      const isUp = (one: Sim) => isServed(stage.customer, one);
      let sim: Sim | undefined;
      let most = 0;
      // In a small fleet most cells have few SIMs, so try several times to find a cell with more.
      for (let look = 0; look < 40 && most < 8; look++) {
        const one = stage.pick(isUp);
        const mates = one ? stage.cellmates(one).filter(isUp).length : 0;
        if (mates > most) [sim, most] = [one, mates];
      }
      if (!sim) return undefined;
      stage.setCellDown(sim, true);
      return { sim, end: () => stage.setCellDown(sim, false) };
    },
  },
  suspendedCounting: {
    atOnce: 2,
    begin(stage) {
      const { customer } = stage;
      return episode(
        stage,
        (one) =>
          one.state === 'SUSPENDED' &&
          isUsed(stage, one) &&
          !isDataBlocked(one, customer.seed) &&
          reportInterval(customer, one) <= 5 * 60_000,
        stage.setCounting,
      );
    },
  },
  exchange: {
    atOnce: 0,
    begin(stage) {
      const sim = stage.pick(() => true);
      if (sim) stage.exchange(sim);
      return undefined;
    },
  },
} as const satisfies Readonly<Record<string, FleetEvent>>;

/** An event that sets something on a SIM, and undoes it at its end. */
function episode(
  stage: Stage,
  qualifies: (sim: Sim) => boolean,
  set: (sim: Sim, isOn: boolean) => void,
): Episode | undefined {
  const sim = stage.pick(qualifies);
  if (!sim) return undefined;
  set(sim, true);
  return { sim, end: () => set(sim, false) };
}

/** Moves a SIM to another device for a while, which can cut off its service (API document 4.4, rule 1). */
function changeDevice(
  stage: Stage,
  suits: (sim: Sim) => boolean,
  imeiFor: (sim: Sim) => string | undefined,
): Episode | undefined {
  const sim = stage.pick((one) => suits(one) && canSwap(stage, one));
  const other = sim && imeiFor(sim);
  if (!sim || other === undefined) return undefined;
  const { imei } = sim;
  const put = (next: string) => {
    const isSameModel = tacOf(sim.imei) === tacOf(next);
    stage.setImei(sim, isSameModel ? 'other-device' : 'other-model', next);
  };
  put(other);
  return {
    sim,
    end() {
      put(imei);
    },
  };
}

/** An IMEI of a model, with a serial number other than that of `unlike`. */
function newImei(stage: Stage, tac: string, unlike: string): string {
  const serial = (Number(unlike.slice(8, 14)) + 1 + stage.int(999_998)) % 1_000_000;
  return imeiWith(tac, serial);
}

/** An IMEI of another model, outside its group's lock if there is one. */
function otherModel(stage: Stage, { imei, group }: Sim): string {
  const tacs = Object.values(deviceModels)
    .map(({ tac }) => tac)
    .filter((tac) => tac !== tacOf(imei) && !(group.lockMasterImei && isInsideLock(group, tac)));
  return newImei(stage, itemAt(tacs, stage.int(tacs.length)), imei);
}

/** Whether a SIM is in service in a known device, and not bound to that device. */
function canSwap({ customer }: Stage, sim: Sim): boolean {
  return hasDevice(sim) && !hasOwnLock(sim, customer.seed) && isServed(customer, sim);
}

function isUsed({ customer }: Stage, sim: Sim): boolean {
  return isInUse(customer, sim) && !hasOwnLock(sim, customer.seed);
}

const isActive = ({ state }: Sim) => state === 'ACTIVE';
const isWithoutDevice = ({ imei }: Sim) => /^0*$/.test(imei);
const hasDevice = ({ imei }: Sim) => /^\d{14,16}$/.test(imei) && !/^0+$/.test(imei);
const tacOf = (imei: string) => imei.slice(0, 8);
const isSameDevice = (a: string, b: string) => a.slice(0, 14) === b.slice(0, 14);
const isLocked = ({ group }: Sim) => group.lockMasterImei && group.imeiPrefix !== '';
const isUnlocked = ({ group }: Sim) => !group.lockMasterImei;
