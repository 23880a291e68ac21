import type { Alert } from '#contract/alerts.ts';
import type { FleetSummary } from '#contract/inventory.ts';
import type { InventoryThings, ThingEvent, ThingEventKind } from '#contract/inventoryThings.ts';
import { tacOf } from '#identifiers/imei.ts';

import type { NameBook } from './names.ts';

/** Adds the names of networks and device models to the gateway's own responses. */
export function summaryWithNames(summary: FleetSummary, book: NameBook): FleetSummary {
  return {
    ...summary,
    models: summary.models.map((model) => ({ ...model, name: book.model(model.tac) })),
    networks: summary.networks.map((one) => ({
      ...one,
      name: one.network === null ? undefined : book.network(one.network),
    })),
  };
}

type ListedThing = InventoryThings['things'][number];

export function thingWithNames(thing: ListedThing, book: NameBook): ListedThing {
  const { values, lastImei, deviceChange, lock } = thing;
  return {
    ...thing,
    names: {
      model: modelOf(values.imei || lastImei, book),
      modelBefore: modelOf(deviceChange?.before, book),
      modelOfLock: lock && book.model(lock.prefix),
      network: values.network === undefined ? undefined : book.network(values.network),
    },
  };
}

/** The changes whose values are IMEIs. */
const deviceKinds: ReadonlySet<ThingEventKind> = new Set([
  'first-imei',
  'other-device',
  'other-model',
  'imei-gone',
]);

export function eventWithNames(event: ThingEvent, book: NameBook): ThingEvent {
  if (!deviceKinds.has(event.kind)) return event;
  const { before, after } = event;
  return { ...event, names: { before: modelOf(before, book), after: modelOf(after, book) } };
}

export function alertWithNames(alert: Alert, book: NameBook): Alert {
  const { cause } = alert;
  return { ...alert, cause: cause && { ...cause, model: book.model(cause.prefix ?? '') } };
}

function modelOf(imei: string | null | undefined, book: NameBook): string | undefined {
  const tac = tacOf(imei ?? '');
  return tac === undefined ? undefined : book.model(tac);
}
