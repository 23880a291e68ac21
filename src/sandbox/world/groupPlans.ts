import type { DeviceName, IssuerName } from './identifiers.ts';
import type { Region } from './operators.ts';
import { createRandom } from './random.ts';

/** The plan of a Thing Group and its SIMs. */
export interface GroupPlan {
  readonly name: string;
  readonly description: string;
  /** The prefix of its Things' names. */
  readonly code: string;
  /** Number of Things: exact, or a share of the Things that remain after the exact sizes. */
  readonly size: { readonly exactly: number } | { readonly share: number };
  readonly issuer: IssuerName;
  /** Most of its devices are of the first model. */
  readonly devices: readonly [DeviceName, ...DeviceName[]];
  readonly regions: readonly Region[];
  /** Index in `profileNames`. */
  readonly profile: number;
  /** Indexes in `networkNames`. */
  readonly networks: readonly number[];
  readonly imeiPrefix: string;
  readonly locked: boolean;
}

export const profileNames = ['Data only', 'Data and SMS', 'Data, SMS and voice', 'NB-IoT'] as const;
export const networkNames = [
  'Europe Roaming',
  'Global Roaming',
  'North America LTE-M',
  'Asia Pacific',
  'Europe NB-IoT',
  'Private APN',
] as const;

const open = { imeiPrefix: '', locked: false } as const;
const world: readonly Region[] = [
  'europe', 'northAmerica', 'southAmerica', 'asia', 'pacific', 'africa',
]; // prettier-ignore

/** The first customer's groups. By design, two names start the same way and one group is empty. */
export const mainPlans: readonly GroupPlan[] = [
  { name: 'Parcel Vans Europe', description: 'Delivery vans, route planning and driver log', code: 'VAN', size: { share: 0.4 }, issuer: 'germany', devices: ['telematics', 'telematicsOld', 'tracker'], regions: ['europe'], profile: 1, networks: [0, 5], ...open },
  { name: 'Electricity Meters North', description: 'Smart electricity meters, read every 15 minutes', code: 'EM', size: { share: 0.18 }, issuer: 'global', devices: ['electricityMeter'], regions: ['europe'], profile: 3, networks: [4], imeiPrefix: '86411204', locked: true },
  { name: 'Payment Terminals Retail', description: 'Card terminals at tills', code: 'POS', size: { share: 0.13 }, issuer: 'switzerland', devices: ['paymentTerminal', 'paymentTerminalMobile'], regions: ['europe'], profile: 0, networks: [0, 5], imeiPrefix: '35290411', locked: false },
  { name: 'Scooter Sharing', description: 'Electric scooters in city centres', code: 'SC', size: { share: 0.1 }, issuer: 'global', devices: ['scooter', 'tracker'], regions: ['europe', 'northAmerica', 'asia'], profile: 0, networks: [1], ...open },
  { name: 'Cold Chain Trailers', description: 'Refrigerated trailers, temperature every 5 minutes', code: 'TRL', size: { share: 0.07 }, issuer: 'unitedKingdom', devices: ['tracker', 'telematics'], regions: ['europe', 'africa'], profile: 1, networks: [0, 1], ...open },
  { name: 'Elevator Emergency Phones', description: 'Voice link from elevator cabins to the call centre', code: 'LIFT', size: { share: 0.05 }, issuer: 'unitedStates', devices: ['elevatorPhone'], regions: ['northAmerica'], profile: 2, networks: [2], ...open },
  { name: 'Vending Machines', description: 'Stock and cash reports', code: 'VM', size: { share: 0.036 }, issuer: 'global', devices: ['industrialRouter', 'paymentTerminalMobile'], regions: world, profile: 0, networks: [1, 3], ...open },
  { name: 'Water Meters Pilot', description: 'District metering pilot', code: 'WM', size: { share: 0.018 }, issuer: 'global', devices: ['waterMeter', 'electricityMeter'], regions: ['pacific', 'asia'], profile: 3, networks: [3], ...open },
  { name: 'Construction Site Cameras', description: 'Cameras and routers that move from site to site', code: 'CAM', size: { share: 0.016 }, issuer: 'unitedKingdom', devices: ['camera', 'industrialRouter'], regions: world, profile: 0, networks: [1], imeiPrefix: '8699', locked: true },
  { name: 'Parcel Vans', description: 'Vans under the previous contract', code: 'OLDVAN', size: { exactly: 8 }, issuer: 'germany', devices: ['telematicsOld', 'telematics'], regions: ['europe'], profile: 1, networks: [0], ...open },
  { name: 'Field Test', description: 'Test cards for engineers', code: 'TEST', size: { exactly: 5 }, issuer: 'switzerland', devices: ['handset', 'industrialRouter'], regions: world, profile: 2, networks: [0, 1, 2, 3], ...open },
  { name: 'New Contract', description: 'Prepared, no cards yet', code: 'NEW', size: { exactly: 0 }, issuer: 'global', devices: ['industrialRouter'], regions: world, profile: 0, networks: [1], ...open },
]; // prettier-ignore

/** The second customer's groups, which the first customer must never see. */
export const otherPlans: readonly GroupPlan[] = [
  { name: 'Rental Bikes', description: 'Bikes of another customer', code: 'BIKE', size: { share: 0.8 }, issuer: 'global', devices: ['tracker'], regions: ['asia'], profile: 0, networks: [3], ...open },
  { name: 'Ticket Machines', description: 'Machines of another customer', code: 'TIX', size: { share: 0.2 }, issuer: 'global', devices: ['industrialRouter', 'paymentTerminal'], regions: ['asia'], profile: 0, networks: [3], ...open },
]; // prettier-ignore

/** The plan index of each row, shuffled so that the groups mix. */
export function planOfEachRow(seed: number, things: number, plans: readonly GroupPlan[]): number[] {
  const rows = groupSizes(things, plans).flatMap((size, plan) => Array<number>(size).fill(plan));
  // Fisher–Yates shuffle: each row swaps with a row at or before it.
  const random = createRandom(seed);
  for (let row = rows.length - 1; row > 0; row--) {
    const other = random.int(row + 1);
    [rows[row], rows[other]] = [rows[other] ?? 0, rows[row] ?? 0];
  }
  return rows;
}

/** Allocates exact sizes first, until the Things run out, then the shares; the first group takes the rest. */
function groupSizes(things: number, plans: readonly GroupPlan[]): number[] {
  let left = things;
  const sizes = plans.map(({ size }) => {
    if (!('exactly' in size)) return 0;
    const count = Math.min(size.exactly, Math.max(0, left - 1));
    left -= count;
    return count;
  });
  const shared = left;
  for (const [index, { size }] of plans.entries()) {
    if ('exactly' in size) continue;
    const count = Math.min(left, Math.floor(shared * size.share));
    sizes[index] = count;
    left -= count;
  }
  sizes[0] = (sizes[0] ?? 0) + left;
  return sizes;
}
