import type { ComponentProps, ReactNode } from 'react';

import { ColumnWidths } from './ColumnWidths.tsx';
import { ThingNames } from './ThingNames.tsx';

/** The parts of the table that load after its rows. */
export function TableExtras({
  onResize,
  ...shown
}: ComponentProps<typeof ColumnWidths> & ComponentProps<typeof ThingNames>): ReactNode {
  return (
    <>
      <ColumnWidths columns={shown.columns} onResize={onResize} />
      <ThingNames {...shown} />
    </>
  );
}
