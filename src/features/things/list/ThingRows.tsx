import {
  memo,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';

import type { ThingRecord } from '#api/things.ts';
import type { ChosenThing } from '#api/workSet/entries.ts';
import { useRowSelection, type Selection } from '#ui/selection/useSelection.ts';

import type { Marks } from '../notes/NoteMarks.tsx';
import { useActiveRow } from './rowFocus.ts';
import { ThingRow, type ThingRowProps } from './ThingRow.tsx';

interface ThingRowsProps extends Pick<ThingRowProps, 'columns' | 'base' | 'search' | 'nameIn'> {
  rows: readonly ChosenThing[];
  /** The selected SIMs, on any page. */
  selection: Selection<ChosenThing>;
  /** ICCID of the Thing open beside the list. */
  openIccid?: string | undefined;
  /** The text that marks a row. */
  markOf?: ((thing: ThingRecord) => string | undefined) | undefined;
  /** The marks on the SIMs that have notes; undefined until they are known. */
  notes?: Marks | undefined;
  /** Handles the links and buttons of all rows. */
  onClick: (event: MouseEvent<HTMLElement>) => void;
  /** Set to whether the focus is in a row; stays true if the rows are removed while they have it. */
  rowFocusRef: RefObject<boolean>;
  scroller: RefObject<HTMLElement | null>;
}

/** More rows than most screens show. They are rendered first; the others follow while the user is already reading. */
const firstRows = 25;

/** The rows of the table. They render only when the rows change, not when the URL or the state of a read does. */
export const ThingRows = memo(function ThingRows({
  rows,
  selection,
  search,
  markOf,
  openIccid,
  notes,
  onClick,
  rowFocusRef,
  scroller,
  ...shared
}: ThingRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { active, hovered, rowEvents } = useActiveRow(body, rows.length, rowFocusRef);
  const inView = useRowInView(body, scroller);
  const page = useMemo(() => ({ rows, search, markOf }), [rows, search, markOf]);
  const later = useAfterPaint(page);
  // The first batch starts at the row in view only if the rows above it can be rendered too.
  const first = (later?.rows.length ?? 0) > inView ? inView : 0;
  const selectEvents = useRowSelection(selection, rows);
  // One handler for the links, buttons and checkboxes of all rows. It also receives keyboard clicks.
  const events = {
    ...rowEvents,
    onClick,
    onChange: selectEvents.onChange,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      rowEvents.onKeyDown(event);
      selectEvents.onKeyDown(event);
    },
  };
  return (
    <tbody ref={body} {...events}>
      {Array.from(rows.keys(), (index) => {
        const isFirst = index >= first && index < first + firstRows;
        const shown = isFirst ? page : later;
        const row = shown?.rows[index];
        if (!shown || !row) return null;
        const { thing } = row;
        return (
          <ThingRow
            // Keyed by index, so that turning the page only changes text and keeps the focus.
            key={index}
            {...shared}
            thing={thing}
            index={index}
            isActive={index === active}
            isChosen={selection.has(row)}
            hasControls={index === active || index === hovered}
            isOpen={thing.ExternalUniqueId === openIccid}
            search={shown.search}
            mark={shown.markOf?.(thing)}
            notes={notes?.get(thing.ExternalUniqueId)}
          />
        );
      })}
    </tbody>
  );
});

/** The value, one paint late. Inside a transition, `useDeferredValue` would not defer it. */
function useAfterPaint<T>(value: T): T | undefined {
  const [painted, setPainted] = useState<T>();
  useEffect(() => {
    startTransition(() => setPainted(value));
  }, [value]);
  return painted;
}

/** The step size in rows, large enough that scrolling rarely renders anything. */
const scrollStep = 5;

/** The approximate index of the first row in view. */
function useRowInView(
  body: RefObject<HTMLTableSectionElement | null>,
  scroller: RefObject<HTMLElement | null>,
): number {
  const [row, setRow] = useState(0);
  useEffect(() => {
    const frame = scroller.current;
    if (!frame) return undefined;
    function note() {
      const height = body.current?.rows[0]?.offsetHeight ?? 0;
      const above = height > 0 ? Math.floor((frame?.scrollTop ?? 0) / height) : 0;
      setRow(above - (above % scrollStep));
    }
    frame.addEventListener('scroll', note, { passive: true });
    return () => frame.removeEventListener('scroll', note);
  }, [body, scroller]);
  return row;
}
