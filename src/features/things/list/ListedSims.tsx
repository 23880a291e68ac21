import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router';

import type { ThingRecord } from '#api/things.ts';
import type { Selection } from '#ui/selection/useSelection.ts';
import { TableFrame, WindowBody, type HeadColumn } from '#ui/table/TableFrame.tsx';
import { useSelectColumn } from '#ui/table/useSelectColumn.tsx';
import { textPixels, textScale } from '#ui/textPixels.ts';
import { useRowWindow } from '#ui/useRowWindow.ts';

import { NoteMarks, type Marks } from '../notes/NoteMarks.tsx';
import { besidePinned, leadingWidth, type ShownColumn } from './columns/columnLayout.ts';
import { CopyStatus, useRowClicks } from './rowClicks.tsx';
import { useActiveRow } from './rowFocus.ts';
import { useNameIn } from './ThingNames.tsx';
import { cellClass, ThingRow } from './ThingRow.tsx';
import { useThingsPreferences, type Density } from './thingsPreferences.ts';
import { WholeTexts } from './WholeTexts.tsx';

import styles from './ThingsTable.module.css';

interface ListedSimsProps<T> {
  label: string;
  rows: readonly T[];
  /** Must return the same object for the same row, so that a row renders again only when it changes. */
  thingOf: (row: T) => ThingRecord;
  columns: readonly ShownColumn[];
  selection: Selection<T>;
  /** The text that marks a row. */
  markOf?: ((row: T) => string | undefined) | undefined;
  /** The table's maximum height in rows; by default, the space left in the window. */
  maxRows?: number;
}

/** Must match the row heights in ThingsTable.module.css. */
const rowHeights: Readonly<Record<Density, number>> = { comfortable: 37, compact: 28 };

/** A frozen list of SIMs, in a table like the one for Things. Only the rows in view of a long list are rendered. */
export function ListedSims<T>(props: ListedSimsProps<T>) {
  const { label, rows, thingOf, columns, selection, markOf, maxRows } = props;
  const { search } = useLocation();
  const { density } = useThingsPreferences().preferences;
  const { base, copied, onClick } = useRowClicks();
  const select = useSelectColumn(selection, rows);
  const things = useMemo(() => rows.map(thingOf), [rows, thingOf]);
  const nameIn = useNameIn(things, columns);
  const rowWindow = useRowWindow(rows.length, rowHeights[density] * textScale());
  const { active, hovered, rowEvents } = useActiveRow(
    rowWindow.body,
    rows.length,
    useRef(false),
    rowWindow.show,
  );
  const heads = useMemo(() => columns.map(headOf), [columns]);
  const iccids = useMemo(() => rows.map((row) => thingOf(row).ExternalUniqueId), [rows, thingOf]);
  const [notes, onNotes] = useState<Marks>();
  const bodyEvents = {
    ...rowEvents,
    onClick,
    onChange: select.bodyEvents.onChange,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      rowEvents.onKeyDown(event);
      select.bodyEvents.onKeyDown(event);
    },
  };

  return (
    <>
      <TableFrame
        label={label}
        columns={[
          { ...select.column, width: leadingWidth, headClassName: styles.select },
          ...heads,
        ]}
        rowWindow={rowWindow}
        className={styles.scroller}
        tableClassName={styles.table}
        density={density}
        style={{
          scrollPaddingLeft: besidePinned(columns),
          // The header, and space for a scroll bar.
          ...(maxRows && { maxHeight: textPixels((maxRows + 1) * rowHeights[density] + 20) }),
        }}
      >
        <WindowBody
          rowWindow={rowWindow}
          active={active}
          columns={heads.length + 1}
          {...bodyEvents}
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
                notes={notes?.get(thingOf(row).ExternalUniqueId)}
                nameIn={nameIn}
              />
            );
          }}
        />
      </TableFrame>
      <NoteMarks iccids={iccids} onMarks={onNotes} />
      <WholeTexts />
      <CopyStatus copied={copied} />
    </>
  );
}

function headOf(column: ShownColumn): HeadColumn {
  const { field, left, width } = column;
  return {
    id: field.id,
    header: field.label,
    width,
    headClassName: cellClass(column),
    headStyle: left === undefined ? undefined : { left: textPixels(left) },
  };
}
