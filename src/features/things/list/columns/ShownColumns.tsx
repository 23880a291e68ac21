import { useState, type KeyboardEvent } from 'react';

import { pressedOnce } from '#ui/pressedOnce.ts';

import type { ThingField } from '../../thingFields.ts';
import { columnWidths } from '../thingsPreferences.ts';
import { columnField, defaultWidth } from './columnFields.ts';
import { allowedWidth, changed, moved, removed, rowHeaderId } from './columnLayout.ts';
import type { ColumnsControl } from './useShownColumns.ts';

import styles from './ColumnsDialog.module.css';

const { min, max } = columnWidths;

export interface ColumnsProps {
  columns: ColumnsControl;
  /** Announces the change. */
  onStatus: (text: string) => void;
}

/** Arranges the columns that are shown. */
export function ShownColumns({ columns, onStatus }: ColumnsProps) {
  return (
    <section aria-labelledby="columns-shown">
      <h3 id="columns-shown" className={styles.heading}>
        Shown, from left to right
      </h3>
      <ol className={styles.list}>
        {columns.choices.map((choice, index) => {
          const field = columnField(choice.id);
          return (
            field && <ShownColumnRow key={choice.id} {...{ columns, onStatus, field, index }} />
          );
        })}
      </ol>
    </section>
  );
}

interface ShownColumnRowProps extends ColumnsProps {
  field: ThingField;
  index: number;
}

/** One column: its position, its width, its pin, and a button that removes it. */
function ShownColumnRow({ columns, onStatus, field, index }: ShownColumnRowProps) {
  const { choices, choose, isOffered } = columns;
  const { id, label } = field;
  const { width = defaultWidth(field), pinned = false } = choices[index] ?? {};

  function move(by: number) {
    let next = choices;
    choose((now) => {
      next = moved(now, id, by);
      return next;
    });
    const place = next.findIndex((choice) => choice.id === id) + 1;
    onStatus(`${label}: column ${place} of ${next.length}`);
  }

  /** Alt with an arrow key moves the column, from any of its controls. */
  function moveByKey(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    move(by);
  }

  function resize(wanted: number) {
    choose((now) => changed(now, id, { width: wanted }));
    const allowed = allowedWidth(wanted);
    // Rounding is not announced, but clamping to the limits is.
    const isLimited = Math.abs(allowed - wanted) >= 1;
    onStatus(
      isLimited ? `${label} is ${allowed} px wide: the limits are ${min} and ${max} px.` : '',
    );
  }

  function hide() {
    choose((now) => removed(now, id));
    onStatus(`${label} removed`);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of its controls
    <li className={styles.row} onKeyDown={moveByKey}>
      <MoveButton name={`Move ${label} left`} isOff={index === 0} onPress={() => move(-1)}>
        ↑
      </MoveButton>
      <MoveButton
        name={`Move ${label} right`}
        isOff={index === choices.length - 1}
        onPress={() => move(1)}
      >
        ↓
      </MoveButton>
      <span className={styles.label}>
        {label}
        {!isOffered(field) && <small> Not in any record so far</small>}
      </span>
      <WidthField label={`Width of ${label}`} width={width} onChange={resize} />
      <span aria-hidden="true" className={styles.always}>
        px
      </span>
      <button
        type="button"
        className={styles.pin}
        aria-pressed={pinned}
        aria-label={`Pin ${label} at the left edge`}
        onClick={() => choose((now) => changed(now, id, { pinned: !pinned }))}
      >
        Pin
      </button>
      {id === rowHeaderId ? (
        <span className={styles.always}>Always shown</span>
      ) : (
        <button
          {...pressedOnce}
          type="button"
          className={styles.icon}
          aria-label={`Remove ${label}`}
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

/** Applies on Enter and on blur, so that a half-typed number changes nothing. */
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
