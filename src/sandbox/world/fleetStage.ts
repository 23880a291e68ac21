import { blockFlags, type Thing } from '#contract/thing.ts';

import type { Customer } from './customers.ts';
import type { StoredGroup } from './groups.ts';
import { createRandom, hash32, itemAt } from './random.ts';
import { blocksOf, type Sim, type SimState } from './sims.ts';
import { cellOf, isServed } from './usage.ts';
import { addSim, changeSim, removeSim } from './worldChanges.ts';

/** The kind of change to a SIM: a changed value, or an effect that only later lists show. */
export type FleetChangeKind =
  | 'first-imei'
  | 'other-device'
  | 'other-model'
  | 'imei-gone'
  /** The missing device is reported again. */
  | 'imei-back'
  | 'imsi'
  | 'group'
  | 'state'
  | 'blocks'
  /** The SIM stops reporting, or reports again. */
  | 'silent'
  | 'heard'
  /** A suspended SIM uses data, or stops using data. */
  | 'counting'
  | 'not-counting'
  | 'added'
  | 'removed';

/** A change that the sandbox made to a SIM as time passed. */
export interface FleetChange {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly iccid: string;
  readonly kind: FleetChangeKind;
  /**
   * Values as in the record: an IMEI, an IMSI, a group's id, a state, the names of the set flags, the name of an added
   * or removed SIM, `Lac/CellId` of a cell that is down.
   */
  readonly before: string;
  readonly after: string;
}

/** Applies events to one customer's fleet: picks SIMs, changes them, and logs each change. */
export interface Stage {
  readonly customer: Customer;
  /** A whole number from 0 to `below` - 1, the same for the same seed and event. */
  int(below: number): number;
  /** A listed SIM that passes and is in no other event; undefined if a limited search finds none. */
  pick(passes: (sim: Sim) => boolean): Sim | undefined;
  /** All SIMs in a SIM's cell. */
  cellmates(sim: Sim): readonly Sim[];
  setImei(sim: Sim, kind: FleetChangeKind, imei: string): void;
  setImsi(sim: Sim, imsi: string): void;
  setGroup(sim: Sim, group: StoredGroup): void;
  setState(sim: Sim, state: SimState): void;
  setBlocks(sim: Sim, blocks: Thing['Block']): void;
  setSilent(sim: Sim, isSilent: boolean): void;
  setCounting(sim: Sim, isCounting: boolean): void;
  setCellDown(sim: Sim, isDown: boolean): void;
  /** Removes a SIM from the customer, and adds a new one to the same group. */
  exchange(sim: Sim): void;
}

/** The maximum number of SIMs that a search tries. */
const maxLooks = 5000;

/** @param busy rows for the SIMs currently affected by an event */
export function createStage(
  customer: Customer,
  busy: ReadonlySet<number>,
  log: (change: FleetChange) => void,
): { readonly stage: Stage; begin(at: number, event: number): void } {
  const { seed, sims, listing } = customer;
  let at = 0;
  let random = createRandom(seed);
  let cells: Map<number, Sim[]> | undefined;

  function note(sim: Sim, kind: FleetChangeKind, before: string, after: string) {
    log({ at, iccid: sim.iccid, kind, before, after });
  }

  function cellmates(sim: Sim): readonly Sim[] {
    cells ??= Map.groupBy(sims, cellOf);
    return cells.get(cellOf(sim)) ?? [];
  }

  const stage: Stage = {
    customer,
    int: (below) => random.int(below),
    pick(passes) {
      const { rows } = listing;
      const first = random.int(Math.max(1, rows.length));
      for (let look = 0; look < Math.min(rows.length, maxLooks); look++) {
        const sim = itemAt(sims, itemAt(rows, (first + look) % rows.length));
        if (!busy.has(sim.row) && passes(sim)) return sim;
      }
      return undefined;
    },
    cellmates,
    setImei(sim, kind, imei) {
      note(sim, kind, sim.imei, imei);
      changeSim(customer, sim, { imei });
    },
    setImsi(sim, imsi) {
      note(sim, 'imsi', sim.imsi, imsi);
      changeSim(customer, sim, { imsi });
    },
    setGroup(sim, group) {
      note(sim, 'group', sim.group.id, group.id);
      changeSim(customer, sim, { group, modified: at });
    },
    setState(sim, state) {
      if (sim.state === state) return;
      note(sim, 'state', sim.state, state);
      changeSim(customer, sim, { state, modified: at });
    },
    setBlocks(sim, blocks) {
      note(sim, 'blocks', namesOf(blocksOf(sim, seed)), namesOf(blocks));
      changeSim(customer, sim, { modified: at, drift: { blocks } });
    },
    setSilent(sim, isSilent) {
      note(sim, isSilent ? 'silent' : 'heard', '', '');
      changeSim(customer, sim, { drift: { isSilent } });
    },
    setCounting(sim, isCounting) {
      note(sim, isCounting ? 'counting' : 'not-counting', '', '');
      changeSim(customer, sim, { drift: { isCounting } });
    },
    setCellDown(sim, isDown) {
      const mates = cellmates(sim);
      const before = mates.map((mate) => isServed(customer, mate));
      for (const mate of mates) changeSim(customer, mate, {});
      const { cellsDown = new Set<number>() } = customer.time ?? {};
      if (isDown) cellsDown.add(cellOf(sim));
      else cellsDown.delete(cellOf(sim));
      for (const [index, mate] of mates.entries()) {
        if (isServed(customer, mate) === before[index]) continue;
        if (isDown) note(mate, 'silent', '', cellName(mate));
        else note(mate, 'heard', cellName(mate), '');
      }
    },
    exchange(sim) {
      note(sim, 'removed', sim.name, '');
      removeSim(customer, sim);
      const next = addSim(customer, sim.group, at);
      cells?.set(cellOf(next), [...(cells.get(cellOf(next)) ?? []), next]);
      note(next, 'added', '', next.name);
    },
  };
  return {
    stage,
    begin(now, event) {
      at = now;
      random = createRandom(hash32(seed, event, 100));
    },
  };
}

const cellName = ({ lac, cellId }: Sim) => `${lac}/${cellId}`;

function namesOf(blocks: Thing['Block']): string {
  return blockFlags
    .filter((flag) => blocks[flag])
    .toSorted()
    .join(', ');
}
