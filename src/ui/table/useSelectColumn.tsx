import { useMemo } from 'react';

import { SelectBox, SelectPageBox } from '../selection/SelectBox.tsx';
import { usePageSelection, useRowSelection, type Selection } from '../selection/useSelection.ts';
import type { DataColumn } from './DataTable.tsx';

import styles from './DataTable.module.css';

/**
 * A column of checkboxes, and the event handlers for the table's body.
 *
 * @param rows the rows on screen, in order
 * @param nameOf returns a row's name, by default its key; must not change between renders
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
