import { useRef, useState, type KeyboardEvent } from 'react';

import { columnWidths, type ColumnChoice } from '../preferences/thingsPreferences.ts';
import type { ThingField } from '../record/thingFields.ts';
import { usualWidth } from './columnFields.ts';
import { allowedWidth, rowHeaderId } from './columnLayout.ts';
import { columnsMessages } from './columnsMessages.ts';

import styles from './ColumnsDialog.module.css';

interface ShownColumnRowProps {
  field: ThingField;
  choice: ColumnChoice;
  /** Whether any record had the field. */
  isSeen: boolean;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: number) => void;
  onHide: () => void;
  onChange: (to: Partial<Omit<ColumnChoice, 'id'>>) => void;
}

/** One column: its place, its pin, its width, and the way out. */
export function ShownColumnRow({ field, choice, onMove, ...row }: ShownColumnRowProps) {
  const { label } = field;
  const item = useRef<HTMLLIElement>(null);

  /** Alt and an arrow move the column from any of its controls. */
  function moveByKey(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    onMove(by);
  }

  function hide() {
    // The focus would go away with the row: the next one takes it, or the one before.
    const next = item.current?.nextElementSibling ?? item.current?.previousElementSibling;
    next?.querySelector('button')?.focus();
    row.onHide();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears its controls' keys
    <li ref={item} className={styles.row} onKeyDown={moveByKey}>
      <MoveButton name={columnsMessages.up(label)} isOff={row.isFirst} onPress={() => onMove(-1)}>
        ↑
      </MoveButton>
      <MoveButton name={columnsMessages.down(label)} isOff={row.isLast} onPress={() => onMove(1)}>
        ↓
      </MoveButton>
      <span className={styles.label}>
        {label}
        {!row.isSeen && <small> {columnsMessages.notSeen}</small>}
      </span>
      <WidthField
        label={columnsMessages.widthOf(label)}
        width={choice.width ?? usualWidth(field)}
        onChange={(width) => row.onChange({ width })}
      />
      <span aria-hidden="true" className={styles.always}>
        {columnsMessages.pixels}
      </span>
      <button
        type="button"
        className={styles.pin}
        aria-pressed={choice.pinned === true}
        aria-label={columnsMessages.pin(label)}
        onClick={() => row.onChange({ pinned: choice.pinned !== true })}
      >
        {columnsMessages.pinShort}
      </button>
      {field.id === rowHeaderId ? (
        <span className={styles.always}>{columnsMessages.always}</span>
      ) : (
        <button
          type="button"
          className={styles.icon}
          aria-label={columnsMessages.hide(label)}
          onClick={hide}
        >
          ✕
        </button>
      )}
    </li>
  );
}

interface MoveButtonProps {
  name: string;
  isOff: boolean;
  onPress: () => void;
  children: string;
}

function MoveButton({ name, isOff, onPress, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label={name}
      aria-disabled={isOff}
      onClick={() => !isOff && onPress()}
    >
      {children}
    </button>
  );
}

interface WidthFieldProps {
  label: string;
  width: number;
  onChange: (width: number) => void;
}

/** Takes effect when it is left, by Enter, or by the arrow keys; half a number changes nothing. */
function WidthField({ label, width, onChange }: WidthFieldProps) {
  const [typed, setTyped] = useState(String(width));
  const [former, setFormer] = useState(width);
  // A width that came from elsewhere, such as a drag or a reset, replaces what is typed.
  if (former !== width) {
    setFormer(width);
    setTyped(String(width));
  }
  function apply() {
    const value = Number(typed);
    if (typed === '' || !Number.isFinite(value)) setTyped(String(width));
    else if (value !== width) {
      // The width may be this one already, and what was typed would stay.
      setTyped(String(allowedWidth(value)));
      onChange(value);
    }
  }
  return (
    <input
      type="number"
      aria-label={label}
      className={styles.width}
      min={columnWidths.least}
      max={columnWidths.most}
      step={10}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  );
}
