import { createColumnHelper, tableFeatures } from '@tanstack/react-table';
import { Link } from 'react-router';

import type { ThingRecord } from '#api/things.ts';
import { paths } from '#paths.ts';

import { tableFieldIds, thingFields, type ThingField } from '../record/thingFields.ts';
import { ThingLink } from '../record/ThingLink.tsx';
import { ThingValue } from '../record/ThingValue.tsx';

/** What the table engine is asked to do: columns only, since the service filters, sorts and pages. */
export const features = tableFeatures({});

const helper = createColumnHelper<typeof features, ThingRecord>();

/** The table's columns; cells that lead somewhere are links. */
export const thingColumns = helper.columns(
  tableFieldIds.flatMap((id) => {
    const field = thingFields.find((candidate) => candidate.id === id);
    return field ? [column(field)] : [];
  }),
);

function column(field: ThingField) {
  return helper.accessor((thing) => field.read(thing), {
    id: field.id,
    header: field.label,
    cell: (cell) => <Cell field={field} thing={cell.row.original} value={cell.getValue()} />,
  });
}

function Cell({ field, thing, value }: { field: ThingField; thing: ThingRecord; value: unknown }) {
  const text = <ThingValue kind={field.kind} value={value} />;
  const { ExternalUniqueId, ThingsGroupId } = thing;
  if (field.id === 'ExternalUniqueId')
    return <ThingLink iccid={ExternalUniqueId}>{text}</ThingLink>;
  if (field.id === 'ThingsGroupName' && ThingsGroupId !== undefined && value !== undefined) {
    return <Link to={paths.group(ThingsGroupId)}>{text}</Link>;
  }
  return text;
}
