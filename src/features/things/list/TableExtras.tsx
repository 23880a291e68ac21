import { memo, useMemo, type ComponentProps, type ReactNode } from 'react';

import { NoteMarks } from '../notes/NoteMarks.tsx';
import { ColumnWidths } from './ColumnWidths.tsx';
import { ThingNames } from './ThingNames.tsx';

type TableExtrasProps = ComponentProps<typeof ColumnWidths> &
  ComponentProps<typeof ThingNames> & {
    /** Called when the marks on SIMs with notes change. */
    onNotes: ComponentProps<typeof NoteMarks>['onMarks'];
  };

/** The parts of the table that load after its rows. A press that leaves the rows as they are does not render them. */
export const TableExtras = memo(function TableExtras(props: TableExtrasProps): ReactNode {
  const { onResize, onNotes, ...shown } = props;
  const { rows, columns } = shown;
  const iccids = useMemo(() => rows.map(({ thing }) => thing.ExternalUniqueId), [rows]);
  return (
    <>
      <ColumnWidths columns={columns} onResize={onResize} />
      <NoteMarks iccids={iccids} readAt={rows[0]?.readAt} onMarks={onNotes} />
      <ThingNames {...shown} />
    </>
  );
});
