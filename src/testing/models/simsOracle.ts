import type { InventoryThingsQuery, ThingValues } from '#contract/inventoryThings.ts';
import type { ForEach } from '#lib/applyEach.ts';

const day = 24 * 3600_000;

/** Conditions on SIMs of the inventory; checks have their own tests. */
export type SimsFilter = Omit<InventoryThingsQuery, 'check' | 'before' | 'size'>;

/** A SIM and its context. */
interface Seen {
  readonly iccid: string;
  readonly values: ThingValues;
  readonly now: number;
  /** As in the chart of models, which shows only the largest models. */
  readonly largestModels: ReadonlySet<string>;
}

/** Each condition, evaluated without a database. */
export const simsOracle: ForEach<SimsFilter, boolean, Seen> = {
  groupId: (groupId, { values }) => (values.groupId ?? '') === groupId,
  state: (state, { values }) => (values.state ?? '') === state,
  tac: (tac, { values: { imei } }) => (tac === '' ? imei === '' : modelOf(imei) === tac),
  device: (device, { values: { imei }, largestModels }) => {
    const model = modelOf(imei);
    return {
      unlisted: imei === undefined,
      'other-models': model !== undefined && !largestModels.has(model),
    }[device];
  },
  network: (network, { values }) => (values.network ?? '') === network,
  silentDays: (days, { values: { locatedAt }, now }) =>
    locatedAt !== undefined && locatedAt < now - days * day,
  heardDays: (days, { values: { locatedAt }, now }) =>
    locatedAt !== undefined && locatedAt >= now - days * day,
  location: (location, { values }) => ({ none: values.locatedAt === undefined })[location],
  iccid: (iccid, seen) => seen.iccid === iccid,
};

/** The first eight digits of an IMEI. */
export function modelOf(imei: string | undefined): string | undefined {
  return imei === undefined || imei === '' ? undefined : imei.slice(0, 8);
}
