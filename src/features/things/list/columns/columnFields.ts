import type { BlockFlag, ThingRecord } from '#api/things.ts';

import { field, thingFields, type FieldKind, type ThingField } from '../../thingFields.ts';

/** A column for each Block flag, in addition to the one that summarises them (API document 2.4, `Block`). */
const blockFields: readonly ThingField[] = [
  blockField('Data', 'Block: data'),
  blockField('LTEData', 'Block: LTE data'),
  blockField('SMS_MO', 'Block: SMS from the SIM'),
  blockField('SMS_MO_except_home_country', 'Block: SMS from the SIM, except in the home country'),
  blockField('SMS_MT', 'Block: SMS to the SIM'),
];

/** All fields that can be columns. */
export const columnFields: readonly ThingField[] = thingFields.flatMap((one) =>
  one.id === 'Block' ? [one, ...blockFields] : [one],
);

const byId = new Map(columnFields.map((one) => [one.id, one]));

export function columnField(id: string): ThingField | undefined {
  return byId.get(id);
}

/** Whether a record has the field, even as null. Undocumented fields may be missing from every record. */
export function carries({ raw }: ThingRecord, { id }: ThingField): boolean {
  return Object.hasOwn(raw, id.split('.')[0] ?? id);
}

const widths: Record<FieldKind, number> = {
  identifier: 156,
  text: 160,
  number: 110,
  time: 164,
  flag: 120,
  state: 150,
  blocks: 180,
  blockFlag: 130,
  position: 164,
};

const ownWidths: Readonly<Record<string, number>> = {
  ExternalUniqueId: 206,
  // With room for the model's name.
  IMEI: 280,
  ThingsGroupName: 190,
  CellId: 112,
  Lac: 84,
  'LastLocation.MCC': 72,
  'LastLocation.MNC': 72,
};

/** Width of a column that the user has not changed, in CSS pixels. */
export function defaultWidth({ id, kind }: ThingField): number {
  return ownWidths[id] ?? widths[kind];
}

function blockField(flag: BlockFlag, label: string): ThingField {
  return {
    ...field('Block', label, 'blockFlag', 'service'),
    id: `Block.${flag}`,
    read: ({ Block }) => Block?.[flag],
  };
}
