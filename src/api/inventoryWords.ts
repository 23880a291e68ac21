import type { ThingEvent, ThingEventKind } from '#contract/inventoryThings.ts';

export { checkLabels } from '#contract/checkLabels.ts';

/** Labels for the kinds of changes to a SIM. */
export const eventLabels: Readonly<Record<ThingEventKind, string>> = {
  'first-imei': 'First device (IMEI)',
  'other-device': 'Different device, same model',
  'other-model': 'Different device model',
  'imei-gone': 'Device (IMEI) no longer reported',
  imsi: 'IMSI',
  group: 'Thing Group',
  state: 'State',
  blocks: 'Blocks',
};

/** The meaning of an empty value, by kind. */
const nothing: Readonly<Record<ThingEventKind, string>> = {
  'first-imei': 'No IMEI',
  'other-device': 'No IMEI',
  'other-model': 'No IMEI',
  'imei-gone': 'No IMEI',
  imsi: 'No IMSI',
  group: 'No group',
  state: 'No state',
  blocks: 'Nothing blocked',
};

/** The text for one side of a change. */
export function eventValue(
  { kind, ...values }: Pick<ThingEvent, 'kind' | 'before' | 'after'>,
  side: 'before' | 'after',
): string {
  return values[side] === '' ? nothing[kind] : values[side];
}

/** A count as a percentage, such as "2 %"; a non-zero count is never "0 %". */
export function shareWords(count: number, of: number): string {
  if (of === 0) return '';
  const percent = (count / of) * 100;
  if (count > 0 && percent < 1) return '< 1 %';
  if (count < of && percent > 99) return '> 99 %';
  return `${Math.round(percent)} %`;
}
