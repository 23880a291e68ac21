import { useRef, useState, type KeyboardEvent } from 'react';

import type { ThingField } from '../../thingFields.ts';
import { columnWidths, type ColumnChoice } from '../thingsPreferences.ts';
import { columnField, defaultWidth } from './columnFields.ts';
import { allowedWidth, changed, moved, rowHeaderId, toggled } from './columnLayout.ts';
import type { ColumnsControl } from './useShownColumns.ts';

import styles from './ColumnsDialog.module.css';

const { min, max } = columnWidths;

interface ShownColumnsProps {
  columns: ColumnsControl;
  /** Announces what was done. */
  onStatus: (text: string) => void;
}

/** Arranges the columns that are shown. */
export function ShownColumns({ columns, onStatus }: ShownColumnsProps) {
  const { choices, choose, isOffered } = columns;

  function move({ id, label }: ThingField, by: number) {
    const next = moved(choices, id, by);
    choose(next);
    const place = next.findIndex((choice) => choice.id === id) + 1;
    onStatus(`${label}: column ${place} of ${next.length}`);
  }

  function hide({ id, label }: ThingField) {
    choose(toggled(choices, id));
    onStatus(`${label} removed`);
  }

  function resize({ id, label }: ThingField, wanted: number) {
    choose(changed(choices, id, { width: wanted }));
    const width = allowedWidth(wanted);
    // Rounding is not announced, but a width that differs from the typed one is.
    const isLimited = Math.abs(width - wanted) >= 1;
    onStatus(isLimited ? `${label} is ${width} px wide: a width is ${min} to ${max} px.` : '');
  }

  return (
    <section aria-labelledby="columns-shown">
      <h3 id="columns-shown" className={styles.heading}>
        Shown, from left to right
      </h3>
      <ol className={styles.list}>
        {choices.map((choice, index) => {
          const field = columnField(choice.id);
          if (!field) return null;
          return (
            <ShownColumnRow
              key={choice.id}
              field={field}
              choice={choice}
              isSeen={isOffered(field)}
              isFirst={index === 0}
              isLast={index === choices.length - 1}
              onMove={(by) => move(field, by)}
              onHide={() => hide(field)}
              onResize={(width) => resize(field, width)}
              onPin={(pinned) => choose(changed(choices, choice.id, { pinned }))}
            />
          );
        })}
      </ol>
    </section>
  );
}

interface ShownColumnRowProps {
  field: ThingField;
  choice: ColumnChoice;
  /** Whether any record has the field. */
  isSeen: boolean;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: number) => void;
  onHide: () => void;
  onResize: (width: number) => void;
  onPin: (pinned: boolean) => void;
}

/** One column: its position, its width, its pin, and a button that removes it. */
function ShownColumnRow({ field, choice, onMove, ...row }: ShownColumnRowProps) {
  const { label } = field;
  const item = useRef<HTMLLIElement>(null);

  /** Alt and an arrow key move the column, from any of its controls. */
  function moveByKey(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    onMove(by);
  }

  function hide() {
    // The button is removed with its row, so the focus moves to the next row, or the previous one.
    const next = item.current?.nextElementSibling ?? item.current?.previousElementSibling;
    next?.querySelector('button')?.focus();
    row.onHide();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of its controls
    <li ref={item} className={styles.row} onKeyDown={moveByKey}>
      <MoveButton name={`Move ${label} left`} isOff={row.isFirst} onPress={() => onMove(-1)}>
        ↑
      </MoveButton>
      <MoveButton name={`Move ${label} right`} isOff={row.isLast} onPress={() => onMove(1)}>
        ↓
      </MoveButton>
      <span className={styles.label}>
        {label}
        {!row.isSeen && <small> In no record so far</small>}
      </span>
      <WidthField
        label={`Width of ${label}`}
        width={choice.width ?? defaultWidth(field)}
        onChange={row.onResize}
      />
      <span aria-hidden="true" className={styles.always}>
        px
      </span>
      <button
        type="button"
        className={styles.pin}
        aria-pressed={choice.pinned === true}
        aria-label={`Pin ${label} at the left edge`}
        onClick={() => row.onPin(choice.pinned !== true)}
      >
        Pin
      </button>
      {field.id === rowHeaderId ? (
        <span className={styles.always}>Always shown</span>
      ) : (
        <button type="button" className={styles.icon} aria-label={`Remove ${label}`} onClick={hide}>
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

/** Applies on Enter and on blur, so that an unfinished number changes nothing. */
function WidthField({ label, width, onChange }: WidthFieldProps) {
  const [draft, setDraft] = useState<string>();
  function apply() {
    setDraft(undefined);
    const value = Number(draft);
    if (draft !== undefined && draft !== '' && Number.isFinite(value) && value !== width) {
      onChange(value);
    }
  }
  return (
    <input
      type="number"
      aria-label={label}
      className={styles.width}
      min={min}
      max={max}
      step={10}
      value={draft ?? width}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  );
}
