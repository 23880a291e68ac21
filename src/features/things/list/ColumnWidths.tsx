import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';

import { textScale } from '#ui/textPixels.ts';

import { placeEdge, watchEdges } from './columnEdges.ts';
import { allowedWidth, type ShownColumn } from './columns/columnLayout.ts';
import { columnWidths } from './thingsPreferences.ts';
import { WholeTexts } from './WholeTexts.tsx';

import styles from './ColumnWidths.module.css';

/** In CSS pixels per press of an arrow key. */
const step = 10;

interface ColumnWidthsProps {
  columns: readonly ShownColumn[];
  onResize: (id: string, width: number) => void;
}

/**
 * Changes column widths: with the pointer at column edges, and by keyboard with one separator for all columns, which
 * avoids fourteen tab stops between the filters and the rows. The separator is not part of the header, because column
 * names are read out with every cell. Its parent is the box that scrolls the table.
 */
export function ColumnWidths({ columns, onResize }: ColumnWidthsProps) {
  const edge = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  const [hasFocus, setHasFocus] = useState(false);
  /** Escape removes the hint and the space reserved for it (WCAG 1.4.13). */
  const [isHintOff, setHintOff] = useState(false);
  const [draft, setDraft] = useState<number>();
  const isPressed = useRef(false);
  const index = Math.min(chosen, columns.length - 1);
  const column = columns[index];
  const width = draft ?? column?.width ?? 0;

  const onDragged = useEffectEvent((id: string, moved: number) => {
    const dragged = columns.find(({ field }) => field.id === id);
    if (dragged) onResize(id, dragged.width + moved / textScale());
  });

  // Set up once, because rows may render while an edge is being dragged.
  useEffect(() => {
    const box = edge.current?.parentElement;
    return box ? watchEdges(box, (id, moved) => onDragged(id, moved)) : undefined;
  }, []);

  useLayoutEffect(() => {
    if (!hasFocus || !edge.current || !column) return undefined;
    const pinned = columns.map(({ left, width: own }) => (left === undefined ? 0 : left + own));
    return placeEdge(edge.current, {
      index,
      grown: (width - column.width) * textScale(),
      hasHint: !isHintOff,
      least: column.left === undefined ? Math.max(...pinned) * textScale() : 0,
    });
  }, [index, columns, column, width, hasFocus, isHintOff]);

  function leave() {
    setHasFocus(false);
    setHintOff(false);
  }
  const onReleased = useEffectEvent(() => {
    isPressed.current = false;
    if (document.activeElement !== edge.current) leave();
  });

  // If a press moves the focus away, the hint's space is removed after the press, so nothing moves under the pointer.
  useEffect(() => {
    if (!hasFocus) return undefined;
    const over = new AbortController();
    const options = { capture: true, signal: over.signal };
    window.addEventListener('pointerdown', () => (isPressed.current = true), options);
    for (const type of ['pointerup', 'pointercancel']) {
      // After the click event that follows.
      window.addEventListener(type, () => setTimeout(() => onReleased()), options);
    }
    return () => over.abort();
  }, [hasFocus]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const widths: Readonly<Record<string, number>> = {
      ArrowLeft: width - step,
      ArrowRight: width + step,
      Home: columnWidths.min,
      End: columnWidths.max,
    };
    const columnBy: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
    if (event.key === 'Escape' && !isHintOff) {
      setHintOff(true);
      // Otherwise the page would close the SIM that is open beside the list.
      event.preventDefault();
    }
    const next = widths[event.key];
    const by = columnBy[event.key];
    if (next === undefined && by === undefined) return;
    event.preventDefault();
    if (next !== undefined) setDraft(allowedWidth(next));
    if (by !== undefined) {
      store();
      setChosen(Math.max(0, Math.min(index + by, columns.length - 1)));
    }
  }

  /** While a key is held, only the line moves, because rendering 50 rows at every step would be slow. */
  function store() {
    if (column && draft !== undefined && draft !== column.width) onResize(column.field.id, draft);
    setDraft(undefined);
  }

  if (!column) return null;
  return (
    <>
      <div
        ref={edge}
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label="Column width"
        aria-describedby="column-width-keys"
        aria-valuemin={columnWidths.min}
        aria-valuemax={columnWidths.max}
        aria-valuenow={width}
        aria-valuetext={`${column.field.label}, ${width} pixels`}
        className={styles.edge}
        onKeyDown={onKeyDown}
        onKeyUp={store}
        onFocus={() => setHasFocus(true)}
        onBlur={() => {
          store();
          if (!isPressed.current) leave();
        }}
      >
        <span className={styles.hint} data-hint hidden={isHintOff}>
          {`${column.field.label}: ${width} px. `}
          <span id="column-width-keys">Arrows: ← → width, ↑ ↓ column</span>
        </span>
      </div>
      {/* Rendered here, because it too is for keyboard users and loads after the rows. */}
      <WholeTexts />
    </>
  );
}
