import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useState } from 'react';

import type { ThingRecord } from '#api/things.ts';
import { Button } from '#ui/Button.tsx';
import { MuiTheme } from '#ui/MuiTheme.tsx';

import type { ThingsAddress } from '../address/thingsAddress.ts';
import type { ColumnChoice } from '../preferences/thingsPreferences.ts';
import { useThingsPreferences } from '../preferences/useThingsPreferences.ts';
import { canMark } from './marks.ts';
import { SavedViewRow } from './SavedViewRow.tsx';
import { SaveViewForm } from './SaveViewForm.tsx';
import { ViewRow } from './ViewRow.tsx';
import { builtInViews, isShown, viewPart, viewSearch, type View } from './views.ts';
import { viewsMessages } from './viewsMessages.ts';

import styles from './ViewsDialog.module.css';

interface ViewsDialogProps {
  address: ThingsAddress;
  onPatch: (change: Partial<ThingsAddress>) => void;
  columns: readonly ColumnChoice[];
  /** The page on screen, which says what can be marked. */
  things: readonly ThingRecord[];
  onClose: () => void;
}

/** Names for searches that come back again and again. */
export function ViewsDialog({ address, onPatch, columns, things, onClose }: ViewsDialogProps) {
  const { preferences, prefer } = useThingsPreferences();
  const { views, startView } = preferences;
  const [said, setSaid] = useState('');
  const [undo, setUndo] = useState<() => void>();

  function say(text: string, takeBack?: () => void) {
    setSaid(text);
    setUndo(() => takeBack);
  }

  function remove(view: View) {
    prefer({
      views: views.filter(({ id }) => id !== view.id),
      startView: startView === view.id ? undefined : startView,
    });
    say(viewsMessages.deleted(view.name), () => {
      prefer({ views, startView });
      say('');
    });
  }

  const rowOf = (view: View) => ({
    view,
    isShown: isShown(view, address, columns),
    isStart: view.id === startView,
    onOpen: () => {
      onPatch(viewPart(view.search));
      onClose();
    },
    onStart: () => prefer({ startView: view.id === startView ? undefined : view.id }),
  });

  return (
    <MuiTheme>
      <Dialog open onClose={onClose} aria-labelledby="views" maxWidth="sm" fullWidth>
        <DialogTitle id="views">{viewsMessages.heading}</DialogTitle>
        <DialogContent className={styles.content}>
          <p className={styles.muted}>
            {viewsMessages.lead} {viewsMessages.startHint}
          </p>
          <section aria-labelledby="views-saved">
            <h3 id="views-saved">{viewsMessages.saved}</h3>
            {views.length === 0 && <p className={styles.muted}>{viewsMessages.none}</p>}
            <ul className={styles.list}>
              {views.map((view) => (
                <SavedViewRow
                  key={view.id}
                  {...rowOf(view)}
                  others={views.filter(({ id }) => id !== view.id)}
                  onRename={(name) =>
                    prefer({
                      views: views.map((other) =>
                        other.id === view.id ? { ...other, name } : other,
                      ),
                    })
                  }
                  onDelete={() => remove(view)}
                />
              ))}
            </ul>
          </section>
          <SaveViewForm
            others={views}
            onSave={(name) => {
              const view = { id: crypto.randomUUID(), name, search: viewSearch(address, columns) };
              prefer({ views: [...views, view] });
              say(viewsMessages.savedAs(name));
            }}
          />
          <section aria-labelledby="views-built-in">
            <h3 id="views-built-in">{viewsMessages.builtIn}</h3>
            <ul className={styles.list}>
              {builtInViews.map((view) => (
                <ViewRow
                  key={view.id}
                  {...rowOf(view)}
                  isKnown={view.mark === undefined || canMark(view.mark, things)}
                />
              ))}
            </ul>
          </section>
        </DialogContent>
        <div className={styles.actions}>
          <p role="status" className={styles.said}>
            {said}
          </p>
          {undo && <Button onClick={undo}>{viewsMessages.undo}</Button>}
          <Button variant="primary" onClick={onClose}>
            {viewsMessages.close}
          </Button>
        </div>
      </Dialog>
    </MuiTheme>
  );
}
