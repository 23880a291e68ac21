import { useMemo, type ComponentProps, type ReactNode } from 'react';

import { NoteMarks } from '../notes/NoteMarks.tsx';
import { ColumnWidths } from './ColumnWidths.tsx';
import { ThingNames } from './ThingNames.tsx';

type TableExtrasProps = ComponentProps<typeof ColumnWidths> &
  ComponentProps<typeof ThingNames> & {
    /** Called when the marks on SIMs with notes change. */
    onNotes: ComponentProps<typeof NoteMarks>['onMarks'];
  };

/** The parts of the table that load after its rows. */
export function TableExtras({ onResize, onNotes, ...shown }: TableExtrasProps): ReactNode {
  const { rows, columns } = shown;
  const iccids = useMemo(() => rows.map(({ thing }) => thing.ExternalUniqueId), [rows]);
  return (
    <>
      <ColumnWidths columns={columns} onResize={onResize} />
      <NoteMarks iccids={iccids} readAt={rows[0]?.readAt} onMarks={onNotes} />
      <ThingNames {...shown} />
    </>
  );
}
