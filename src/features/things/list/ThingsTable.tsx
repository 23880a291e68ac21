import {
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { useHref, useLocation, useNavigate } from 'react-router';

import type { ThingRecord } from '#api/things.ts';
import { systemClock } from '#lib/clock.ts';
import { useRowSelection, type Selection } from '#ui/selection/useSelection.ts';
import { textPixels } from '#ui/textPixels.ts';
import { useCopy, type Copied } from '#ui/useCopy.ts';
import { useHeldWhile } from '#ui/useHeldWhile.ts';

import { leadingWidth, type ShownColumn } from '../columns/columnLayout.ts';
import type { ThingsAddress } from '../filters/thingsAddress.ts';
import type { Density } from '../preferences/thingsPreferences.ts';
import type { ChosenThing } from '../workSet/workSet.ts';
import { useActiveRow } from './rowFocus.ts';
import { ThingRow } from './ThingRow.tsx';
import { ThingsTableHead } from './ThingsTableHead.tsx';

import styles from './ThingsTable.module.css';

interface ThingsTableProps {
  rows: readonly ChosenThing[];
  /** What is selected, on any page. */
  selection: Selection<ChosenThing>;
  columns: readonly ShownColumn[];
  density: Density;
  sort: ThingsAddress['sort'];
  onSort: (sort: ThingsAddress['sort']) => void;
  onResize: (id: string, width: number) => void;
  /** Whether other rows are being read. */
  busy: boolean;
  /** Whether the rows are not those of the address. */
  isStale: boolean;
  /** ICCID of the Thing open beside the list. */
  openIccid?: string | undefined;
  /** Receives whether the focus is in a row; stays true if the rows are removed with it. */
  rowFocusRef: RefObject<boolean>;
  /** Text of a row's mark. */
  markOf?: ((thing: ThingRecord) => string | undefined) | undefined;
}

/** The table, with plain cells, because seven hundred styled components are slow to mount (decision 006). */
export function ThingsTable({
  rows,
  selection,
  columns,
  busy,
  isStale,
  rowFocusRef,
  markOf,
  ...props
}: ThingsTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { active, hovered, rowEvents } = useActiveRow(body, rows.length, rowFocusRef);
  const base = useHref('/').replace(/\/$/, '');
  // Rows that are about to be replaced do not render again with the next address.
  const search = useHeldWhile(busy, useLocation().search);
  const { copied, onClick } = useRowClicks();
  const isWaiting = useIsLate(busy);
  const isWhole = useDeferredValue(true, false);
  const drawn = isWhole ? rows : rows.slice(0, firstRows);
  const { page, togglePage, bodyEvents } = useRowSelection(selection, rows);
  // Handled here for the links and buttons of all rows, which also work by keyboard.
  const events = {
    ...rowEvents,
    onClick,
    onChange: bodyEvents.onChange,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      rowEvents.onKeyDown(event);
      bodyEvents.onKeyDown(event);
    },
  };
  const width = columns.reduce((sum, column) => sum + column.width, leadingWidth);
  const lastPinned = columns.findLast(({ left }) => left !== undefined);
  const pinnedWidth = (lastPinned?.left ?? 0) + (lastPinned?.width ?? 0);
  return (
    <>
      {/* Focusable, so that the keyboard can scroll it sideways. */}
      <div
        className={styles.scroller}
        // Keeps focused controls from being covered by pinned columns.
        style={{ scrollPaddingLeft: `min(${textPixels(pinnedWidth)} + 12px, 100% - 180px)` }}
        tabIndex={0}
        role="region"
        aria-label="Things"
      >
        <table
          aria-label="Things"
          aria-busy={busy}
          className={styles.table}
          data-density={props.density}
          data-waiting={isWaiting || undefined}
          data-stale={(isStale && !busy) || undefined}
          style={{ minWidth: textPixels(width) }}
        >
          <colgroup>
            <col style={{ width: textPixels(leadingWidth) }} />
            {columns.map(({ field, width: own }, index) => (
              // The last column takes the remaining width.
              <col
                key={field.id}
                style={index === columns.length - 1 ? undefined : { width: textPixels(own) }}
              />
            ))}
          </colgroup>
          <ThingsTableHead
            columns={columns}
            selectPage={{ page, onToggle: togglePage }}
            {...props}
          />
          <tbody ref={body} {...events}>
            {Array.from(drawn.entries(), ([index, row]) => (
              <ThingRow
                // Keyed by index, so that turning the page only changes texts and keeps the focus.
                key={index}
                thing={row.thing}
                columns={columns}
                index={index}
                isActive={index === active}
                isChosen={selection.has(row)}
                hasControls={index === active || index === hovered}
                isOpen={row.thing.ExternalUniqueId === props.openIccid}
                base={base}
                search={search}
                mark={markOf?.(row.thing)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <CopyStatus copied={copied} />
    </>
  );
}

/** More than most screens show: the table appears with them, and the others follow while they can be read. */
const firstRows = 25;

/** Handles clicks on the links and copy buttons of all rows. */
function useRowClicks() {
  const navigate = useNavigate();
  const { copied, copy } = useCopy();
  return {
    copied,
    onClick(event: MouseEvent<HTMLElement>) {
      if (!(event.target instanceof Element)) return;
      const button = event.target.closest<HTMLElement>('[data-copy]');
      const { copy: text, label } = button?.dataset ?? {};
      if (text !== undefined) void copy(text, label ?? '');
      const to = event.target.closest<HTMLElement>('a[data-to]')?.dataset['to'];
      // With a modifier or another button, the browser handles the link.
      if (to === undefined || !isPlainClick(event)) return;
      event.preventDefault();
      void navigate(to);
    },
  };
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** Shows for a moment whether the last copy succeeded. */
function CopyStatus({ copied }: { copied: Copied | undefined }) {
  return (
    <p role="status" className={copied ? styles.copied : styles.hidden}>
      {copied?.outcome === 'copied' && `${copied.label} copied`}
      {copied?.outcome === 'refused' &&
        'The browser did not allow copying: select the text instead'}
    </p>
  );
}

/** In milliseconds; faster changes would only flicker, and render the table twice. */
const lateMs = 300;

/** Whether a condition has lasted for a while. */
function useIsLate(isSo: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const stop = systemClock.after(lateMs, () => setIsLate(true));
    return () => {
      stop();
      setIsLate(false);
    };
  }, [isSo]);
  return isSo && isLate;
}
