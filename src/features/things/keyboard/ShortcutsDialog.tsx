import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';

import { Button } from '#ui/Button.tsx';
import { MuiTheme } from '#ui/MuiTheme.tsx';

import { useThingsPreferences } from '../preferences/useThingsPreferences.ts';
import { keyboardMessages } from './keyboardMessages.ts';

import styles from './ShortcutsDialog.module.css';

/** What the keyboard can do, and the switch for its single keys. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { preferences, prefer } = useThingsPreferences();
  return (
    <MuiTheme>
      <Dialog open onClose={onClose} aria-labelledby="shortcuts" maxWidth="xs" fullWidth>
        <DialogTitle id="shortcuts">{keyboardMessages.heading}</DialogTitle>
        <DialogContent className={styles.content}>
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
        </DialogContent>
        <div className={styles.actions}>
          <Button variant="primary" onClick={onClose}>
            {keyboardMessages.close}
          </Button>
        </div>
      </Dialog>
    </MuiTheme>
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
