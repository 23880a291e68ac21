import { useRef, useState } from 'react';

import type { ThingRecord } from '#api/things.ts';
import { systemClock } from '#lib/clock.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

import type { ThingsAddress } from '../address/thingsAddress.ts';
import type { ColumnChoice } from '../preferences/thingsPreferences.ts';
import { useThingsPreferences } from '../preferences/useThingsPreferences.ts';
import { canMark, type MarkName } from './marks.ts';
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
  const close = useRef<HTMLButtonElement>(null);

  function say(text: string, takeBack?: () => void) {
    setSaid(text);
    setUndo(() => takeBack);
  }

  function remove(view: View) {
    const place = views.findIndex(({ id }) => id === view.id);
    const wasStart = startView === view.id;
    prefer((now) => ({
      views: now.views.filter(({ id }) => id !== view.id),
      ...(wasStart && { startView: undefined }),
    }));
    // It alone comes back, to what is there by then.
    say(viewsMessages.deleted(view.name), () => {
      prefer((now) => ({
        views: now.views.toSpliced(place, 0, view),
        ...(wasStart && now.startView === undefined && { startView: view.id }),
      }));
      say('');
      close.current?.focus();
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
    <Dialog
      heading={viewsMessages.heading}
      width="md"
      onClose={onClose}
      actions={
        <>
          <p role="status" className={styles.said}>
            {said}
          </p>
          {undo && (
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed is gone
            <Button key={said} autoFocus onClick={undo}>
              {viewsMessages.undo}
            </Button>
          )}
          <Button ref={close} variant="primary" onClick={onClose}>
            {viewsMessages.close}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
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
                  prefer((now) => ({
                    views: now.views.map((other) =>
                      other.id === view.id ? { ...other, name } : other,
                    ),
                  }))
                }
                onDelete={() => remove(view)}
              />
            ))}
          </ul>
        </section>
        <SaveViewForm
          others={views}
          onSave={(name) => {
            const id = `view:${systemClock.now()}`;
            const view = { id, name, search: viewSearch(address, columns) };
            prefer((now) => ({ views: [...now.views, view] }));
            say(viewsMessages.savedAs(name));
          }}
        />
        <section aria-labelledby="views-built-in">
          <h3 id="views-built-in">{viewsMessages.builtIn}</h3>
          <ul className={styles.list}>
            {builtInViews.map((view) => (
              <ViewRow key={view.id} {...rowOf(view)} note={markNote(view.mark, things)} />
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}

/** What a view that only marks can do on this page; undefined for one that the service filters. */
function markNote(mark: MarkName | undefined, things: readonly ThingRecord[]): string | undefined {
  if (mark === undefined) return undefined;
  if (things.length === 0) return viewsMessages.noRows;
  return canMark(mark, things) ? viewsMessages.marksOnly : viewsMessages.notInRecords;
}
