import { fleetChecks, type FleetCheck, type FleetSummary } from '#contract/fleet.ts';
import type { RememberedThing, ThingEvent } from '#contract/fleetThings.ts';

/** When the figures were read. */
export const figuresAt = Date.UTC(2026, 10, 22, 9, 12);

const minute = 60_000;
const day = 86_400_000;

const counts: Readonly<
  Partial<Record<FleetCheck, readonly [count: number, before: number | null]>>
> = {
  'outside-lock': [12, 9],
  'shared-imei': [4, 4],
  'no-imei': [240, null],
  'silent-7': [310, 300],
  'silent-30': [120, 131],
  'silent-90': [40, 40],
  'other-device': [3, 0],
};

/** What a gateway might remember of 4,950 SIMs, after a complete reading three days ago. */
export const figures: FleetSummary = {
  keptDays: 90,
  sims: 4_950,
  seen: { oldest: figuresAt - 8 * day, newest: figuresAt - 4 * minute },
  complete: {
    id: 'r1',
    username: 'anna',
    startedAt: figuresAt - 3 * day - 9 * minute,
    endedAt: figuresAt - 3 * day - minute,
    state: 'complete',
    things: 4_948,
  },
  latest: {
    id: 'r1',
    username: 'anna',
    startedAt: figuresAt - 3 * day - 9 * minute,
    endedAt: figuresAt - 3 * day - minute,
    state: 'complete',
    things: 4_948,
  },
  previous: {
    id: 'r0',
    username: 'ben',
    startedAt: figuresAt - 8 * day - 9 * minute,
    endedAt: figuresAt - 8 * day - minute,
    state: 'complete',
    things: 4_930,
  },
  groups: [
    {
      id: 'g1',
      name: 'Parcel Vans',
      sims: 3_100,
      states: { ACTIVE: 2_900, SUSPENDED: 180, RETIRED: 20 },
    },
    { id: 'g2', name: 'Water Meters', sims: 1_800, states: { ACTIVE: 1_800 } },
    { id: null, name: null, sims: 50, states: { '': 50 } },
  ],
  models: [
    { tac: '35208115', sims: 3_000 },
    { tac: '86832605', sims: 1_500 },
  ],
  otherModels: { models: 12, sims: 110 },
  noDevice: 240,
  unknownDevice: 100,
  locationAges: [
    { upToDays: 1, isKnown: true, sims: 4_300 },
    { upToDays: 7, isKnown: true, sims: 300 },
    { upToDays: 30, isKnown: true, sims: 190 },
    { upToDays: 90, isKnown: true, sims: 80 },
    { upToDays: null, isKnown: true, sims: 40 },
    { upToDays: null, isKnown: false, sims: 40 },
  ],
  networks: [
    { network: '262-01', sims: 4_000 },
    { network: '232-1', sims: 900 },
    { network: null, sims: 50 },
  ],
  checks: fleetChecks.map((check) => {
    const [count, before] = counts[check] ?? [0, 0];
    return { check, count, of: 4_950, before };
  }),
};

/** A SIM as a list has shown it an hour ago. */
export const remembered: RememberedThing = {
  iccid: '8988228066600000123',
  values: {
    name: 'Van 12',
    groupId: 'g1',
    groupName: 'Parcel Vans',
    state: 'ACTIVE',
    blocks: [],
    imei: '356846104140054',
    imsi: '262011234567890',
    data: 1_234,
    locatedAt: figuresAt - 2 * day,
    network: '262-01',
  },
  firstSeenAt: figuresAt - 8 * day,
  seenAt: figuresAt - 60 * minute,
  dataSince: figuresAt - 3 * day,
  lastImei: null,
  notFoundSince: null,
};

export const thingChange: ThingEvent = {
  id: 'e1',
  iccid: remembered.iccid,
  kind: 'other-model',
  before: '352081150000017',
  after: '356846104140054',
  since: figuresAt - 120 * minute,
  at: figuresAt - 60 * minute,
};
