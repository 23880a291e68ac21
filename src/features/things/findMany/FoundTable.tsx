import type { MouseEvent } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router';

import type { ChosenThing } from '#api/workSet/workSet.ts';
import { SelectPageBox } from '#ui/selection/SelectBox.tsx';
import { usePageSelection, useRowSelection, type Selection } from '#ui/selection/useSelection.ts';

import { leadingWidth, type ShownColumn } from '../columns/columnLayout.ts';
import { ThingRow } from '../list/ThingRow.tsx';
import { useThingsPreferences } from '../preferences/thingsPreferences.ts';
import { listFields, type FoundRow } from './foundRows.ts';
import { VirtualTable } from './VirtualTable.tsx';

import tableStyles from '../list/ThingsTable.module.css';

interface FoundTableProps {
  rows: readonly FoundRow[];
  selection: Selection<ChosenThing>;
  /** The columns of Things, as this person has chosen them. */
  columns: readonly ShownColumn[];
}

const rowHeights = { comfortable: 37, compact: 28 };
const listWidths = [72, 200, 96];

/** The SIMs that were found, with the lines that they were found by. */
export function FoundTable({ rows, selection, columns }: FoundTableProps) {
  const navigate = useNavigate();
  const base = useHref('/').replace(/\/$/, '');
  const { search } = useLocation();
  const { density } = useThingsPreferences().preferences;
  const { page, togglePage } = usePageSelection(selection, rows);
  const bodyEvents = useRowSelection(selection, rows);
  const [iccid, ...others] = columns;
  const own = listFields(rows).map((field, index) => ({
    field,
    width: listWidths[index] ?? 0,
    left: undefined,
  }));
  const all = [...(iccid ? [{ ...iccid, left: undefined }] : []), ...own, ...others].map(
    (column) => ({
      ...column,
      left: undefined,
    }),
  );

  /** Links open in the console; with a modifier, the browser opens them. */
  function follow(event: MouseEvent<HTMLElement>) {
    const { button, metaKey, ctrlKey, shiftKey, altKey, target } = event;
    const link = target instanceof Element ? target.closest<HTMLElement>('a[data-to]') : null;
    const to = link?.dataset['to'];
    if (to === undefined || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    void navigate(to);
  }

  return (
    <VirtualTable
      label="Found"
      rows={rows}
      heads={all.map(({ field: { label }, width }) => ({ name: label, width }))}
      rowHeight={rowHeights[density]}
      maxRows={14}
      density={density}
      className={tableStyles.table}
      headStart={{
        width: leadingWidth,
        cell: (
          <td className={tableStyles.select}>
            <SelectPageBox page={page} onToggle={togglePage} />
          </td>
        ),
      }}
      bodyEvents={{ ...bodyEvents, onClick: follow }}
      renderRow={(row, index) => (
        <ThingRow
          key={row.thing.ExternalUniqueId}
          thing={row.thing}
          columns={all}
          index={index}
          isActive
          isChosen={selection.has(row)}
          hasControls={false}
          isOpen={false}
          base={base}
          search={search}
          mark={undefined}
        />
      )}
    />
  );
}
