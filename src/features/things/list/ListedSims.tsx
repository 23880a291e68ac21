import { useMemo, useRef, type KeyboardEvent } from 'react';
import { useHref, useLocation } from 'react-router';

import type { ThingRecord } from '#api/things.ts';
import { SelectPageBox } from '#ui/selection/SelectBox.tsx';
import { usePageSelection, useRowSelection, type Selection } from '#ui/selection/useSelection.ts';
import { textPixels, textScale } from '#ui/textPixels.ts';
import { useRowWindow } from '#ui/useRowWindow.ts';
import { VirtualTable, type TableColumn } from '#ui/VirtualTable.tsx';

import { besidePinned, leadingWidth, type ShownColumn } from './columns/columnLayout.ts';
import { CopyStatus, useRowClicks } from './rowClicks.tsx';
import { useActiveRow } from './rowFocus.ts';
import { cellClass, ThingRow } from './ThingRow.tsx';
import { useThingsPreferences, type Density } from './thingsPreferences.ts';
import { WholeTexts } from './WholeTexts.tsx';

import styles from './ThingsTable.module.css';

interface ListedSimsProps<T> {
  label: string;
  rows: readonly T[];
  /** The same object for the same row, so that a row renders again only when it changes. */
  thingOf: (row: T) => ThingRecord;
  columns: readonly ShownColumn[];
  selection: Selection<T>;
  /** Text of a row's mark. */
  markOf?: ((row: T) => string | undefined) | undefined;
  /** The height that the table takes at most, in rows; without it, what the window leaves. */
  maxRows?: number;
}

/** As in ThingsTable.module.css. */
const rowHeights: Readonly<Record<Density, number>> = { comfortable: 37, compact: 28 };

/** A frozen list of SIMs as a table like that of Things. Of a long one, only the rows in view are drawn. */
export function ListedSims<T>(props: ListedSimsProps<T>) {
  const { label, rows, thingOf, columns, selection, markOf, maxRows } = props;
  const base = useHref('/').replace(/\/$/, '');
  const { search } = useLocation();
  const { density } = useThingsPreferences().preferences;
  const { copied, onClick } = useRowClicks();
  const { page, togglePage } = usePageSelection(selection, rows);
  const selectEvents = useRowSelection(selection, rows);
  const rowWindow = useRowWindow(rows.length, rowHeights[density] * textScale());
  const { active, hovered, rowEvents } = useActiveRow(
    rowWindow.body,
    rows.length,
    useRef(false),
    rowWindow.show,
  );
  const heads = useMemo(() => columns.map(headOf), [columns]);
  const select: TableColumn = {
    id: 'select',
    head: <SelectPageBox page={page} onToggle={togglePage} />,
    width: leadingWidth,
    className: styles.select,
    isControl: true,
  };
  const bodyEvents = {
    ...rowEvents,
    onClick,
    onChange: selectEvents.onChange,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      rowEvents.onKeyDown(event);
      selectEvents.onKeyDown(event);
    },
  };

  return (
    <>
      <VirtualTable
        label={label}
        count={rows.length}
        columns={[select, ...heads]}
        rows={rowWindow}
        active={active}
        look={{ scroller: styles.scroller, table: styles.table }}
        scrollPaddingLeft={besidePinned(columns)}
        density={density}
        // The head, and room for a scroll bar.
        maxHeight={maxRows && (maxRows + 1) * rowHeights[density] + 20}
        bodyEvents={bodyEvents}
        renderRow={(index) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <ThingRow
              key={selection.keyOf(row)}
              thing={thingOf(row)}
              columns={columns}
              index={index}
              rowIndex={index + 2}
              isActive={index === active}
              isChosen={selection.has(row)}
              hasControls={index === active || index === hovered}
              isOpen={false}
              base={base}
              search={search}
              mark={markOf?.(row)}
            />
          );
        }}
      />
      <WholeTexts />
      <CopyStatus copied={copied} />
    </>
  );
}

function headOf(column: ShownColumn): TableColumn {
  const { field, left, width } = column;
  return {
    id: field.id,
    head: field.label,
    width,
    className: cellClass(column),
    style: left === undefined ? undefined : { left: textPixels(left) },
  };
}
