import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

import { useThingsPreferences } from './thingsPreferences.ts';

import styles from './ShortcutsDialog.module.css';

interface KeyLine {
  readonly keys: readonly string[];
  readonly does: string;
}

const singleKeys: readonly KeyLine[] = [
  { keys: ['/'], does: 'Go to Find a SIM' },
  { keys: ['['], does: 'Previous page' },
  { keys: [']'], does: 'Next page' },
  { keys: ['c'], does: 'Show recent calls to the service' },
  { keys: ['?'], does: 'Show this list' },
];

const otherKeys: readonly KeyLine[] = [
  { keys: ['↓'], does: 'From Find a SIM to the first row found' },
  { keys: ['↑', '↓'], does: 'From row to row, once the focus is in the table' },
  { keys: ['Home', 'End'], does: 'First and last row of the page' },
  { keys: ['Enter'], does: 'Open the row’s Thing' },
  { keys: ['Space'], does: 'Select the row, or clear its selection' },
  { keys: ['Shift Space'], does: 'Select all rows from the last selected row to this row' },
  { keys: ['Tab'], does: 'Through the row’s links and copy buttons' },
  { keys: ['←', '→'], does: 'Change a column’s width, from the tab stop before the header' },
  { keys: ['Esc'], does: 'Close the open dialog or Thing' },
  { keys: ['Alt ↑', 'Alt ↓'], does: 'Move a column, in the “Columns” dialog' },
];

/** Lists the keyboard shortcuts, with a switch for single keys. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { preferences, prefer } = useThingsPreferences();
  return (
    <Dialog
      heading="Keyboard shortcuts"
      width="xs"
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.content}>
        <label className={styles.switch}>
          <input
            type="checkbox"
            checked={preferences.shortcuts}
            aria-describedby="shortcuts-hint"
            onChange={(event) => prefer({ shortcuts: event.target.checked })}
          />
          Single-key shortcuts
        </label>
        <p id="shortcuts-hint" className={styles.muted}>
          Switch them off if single keys are pressed by accident, for example by speech input.
        </p>
        <KeyList keys={singleKeys} isOff={!preferences.shortcuts} />
        <h3>These always work</h3>
        <KeyList keys={otherKeys} />
      </div>
    </Dialog>
  );
}

function KeyList({ keys, isOff = false }: { keys: readonly KeyLine[]; isOff?: boolean }) {
  return (
    <dl className={styles.keys}>
      {keys.map(({ keys: names, does }) => (
        <div key={does}>
          <dt>
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dt>
          <dd>
            {does}
            {isOff && <span className={styles.muted}> (Off)</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
