import { useMemo } from 'react';

import { SelectBox, SelectPageBox } from '../selection/SelectBox.tsx';
import { usePageSelection, useRowSelection, type Selection } from '../selection/useSelection.ts';
import type { DataColumn } from './DataTable.tsx';

import styles from './DataTable.module.css';

/**
 * A column of checkboxes, and what a table's body does with them.
 *
 * @param rows on screen, in their order
 * @param nameOf what a row is called, its key by default; must not change between renders
 */
export function useSelectColumn<Row>(
  selection: Selection<Row>,
  rows: readonly Row[],
  nameOf = selection.keyOf,
) {
  const { page, togglePage } = usePageSelection(selection, rows);
  const bodyEvents = useRowSelection(selection, rows);
  const column = useMemo<DataColumn<Row>>(
    () => ({
      id: 'select',
      header: <SelectPageBox page={page} onToggle={togglePage} />,
      isUnnamed: true,
      card: 'bare',
      headClassName: styles.control,
      className: styles.control,
      cell: (row, index) => (
        <SelectBox name={nameOf(row)} index={index} isChosen={selection.has(row)} />
      ),
    }),
    [selection, page, togglePage, nameOf],
  );
  return { column, bodyEvents };
}
