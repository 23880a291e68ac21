import { useState } from 'react';

import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/Field.tsx';
import { pressedOnce } from '#ui/pressedOnce.ts';

import { fieldSections } from '../../fieldSections.ts';
import { useShownList } from '../shownList.ts';
import { useThingsPreferences, type Density } from '../thingsPreferences.ts';
import { columnFields } from './columnFields.ts';
import { added } from './columnLayout.ts';
import { ShownColumns, type ColumnsProps } from './ShownColumns.tsx';

import styles from './ColumnsDialog.module.css';

/** Chooses the columns, their order and widths, and which are pinned to the left edge. */
export function ColumnsDialog({ onClose }: { onClose: () => void }) {
  const { columns } = useShownList();
  const [status, setStatus] = useState('');
  const { isShared } = columns;

  function reset() {
    columns.choose(() => undefined);
    setStatus(isShared ? 'Your own columns are restored' : 'The default columns are restored');
  }

  return (
    <Dialog
      heading="Columns"
      width="sm"
      onClose={onClose}
      actions={
        <>
          <p role="status" className={styles.said}>
            {status}
          </p>
          {/* After one press it means something else. */}
          <Button {...pressedOnce} onClick={reset}>
            {isShared ? 'Back to my columns' : 'Reset to the default columns'}
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        {isShared
          ? 'These columns come from the address, for example from a shared or saved view. Changes apply immediately and are stored in the address. Your own columns stay as they are.'
          : 'Changes apply immediately and are stored in this browser.'}
      </p>
      <DensityChoice />
      <ShownColumns columns={columns} onStatus={setStatus} />
      <OtherColumns columns={columns} onStatus={setStatus} />
    </Dialog>
  );
}

const densities: readonly { readonly density: Density; readonly label: string }[] = [
  { density: 'comfortable', label: 'Comfortable' },
  { density: 'compact', label: 'Compact' },
];

/** Chooses the row height. */
function DensityChoice() {
  const { preferences, prefer } = useThingsPreferences();
  return (
    <fieldset className={styles.density}>
      <legend>Density</legend>
      {densities.map(({ density, label }) => (
        <label key={density}>
          <input
            type="radio"
            name="density"
            checked={preferences.density === density}
            onChange={() => prefer({ density })}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** The hidden fields, by section. Clicking a field adds it as the last column. */
function OtherColumns({ columns, onStatus }: ColumnsProps) {
  const [text, setText] = useState('');
  const { choices, choose, isOffered } = columns;
  const shown = new Set(choices.map(({ id }) => id));
  const offered = columnFields.filter((field) => !shown.has(field.id) && isOffered(field));
  const found = offered.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
  const offeredSections = fieldSections
    .map(({ id, label }) => ({ id, label, fields: found.filter(({ section }) => section === id) }))
    .filter(({ fields }) => fields.length > 0);

  return (
    <section {...pressedOnce} aria-labelledby="columns-others" className={styles.others}>
      <h3 id="columns-others" className={styles.heading}>
        Not shown
      </h3>
      <TextField
        label="Find a field"
        hint="Undocumented fields are offered once a record has them."
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p aria-live="polite">{found.length === 0 && 'No field name contains this text.'}</p>
      {offeredSections.map(({ id: section, label: heading, fields }) => (
        <div key={section} role="group" aria-label={heading}>
          <p className={styles.section}>{heading}</p>
          <div className={styles.adds}>
            {fields.map(({ id, label }) => (
              <Button
                key={id}
                small
                aria-label={`Add ${label}`}
                onClick={(event) => {
                  focusNeighbour(event.currentTarget);
                  choose((now) => added(now, id));
                  onStatus(`${label} added at the end`);
                }}
              >
                + {label}
              </Button>
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

/** Clicking the button removes it; the focus moves to the next button, else the previous one, else the text field. */
function focusNeighbour(button: HTMLButtonElement): void {
  const section = button.closest('section');
  const all = Array.from(section?.querySelectorAll('button') ?? []);
  const place = all.indexOf(button);
  const neighbour = all[place + 1] ?? all[place - 1] ?? section?.querySelector('input');
  neighbour?.focus();
}
