import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

import { useThingsPreferences } from '../preferences/useThingsPreferences.ts';
import { keyboardMessages } from './keyboardMessages.ts';

import styles from './ShortcutsDialog.module.css';

/** What the keyboard can do, and the switch for its single keys. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { preferences, prefer } = useThingsPreferences();
  return (
    <Dialog
      heading={keyboardMessages.heading}
      width="xs"
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {keyboardMessages.close}
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
          {keyboardMessages.single}
        </label>
        <p id="shortcuts-hint" className={styles.muted}>
          {keyboardMessages.singleHint}
        </p>
        <KeyList keys={keyboardMessages.singleKeys} isOff={!preferences.shortcuts} />
        <h3>{keyboardMessages.rest}</h3>
        <KeyList keys={keyboardMessages.otherKeys} />
      </div>
    </Dialog>
  );
}

interface KeyListProps {
  keys: readonly { readonly keys: readonly string[]; readonly does: string }[];
  isOff?: boolean;
}

function KeyList({ keys, isOff = false }: KeyListProps) {
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
            {isOff && <span className={styles.muted}> ({keyboardMessages.off})</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
