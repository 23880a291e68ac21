import { useRef, useState } from 'react';

import type { ThingRecord } from '#api/things.ts';
import { systemClock } from '#lib/clock.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

import { canMark, type MarkName } from '../filters/marks.ts';
import { useShownList } from '../shownList.ts';
import { useThingsPreferences } from '../thingsPreferences.ts';
import { SavedViewRow, ViewNameForm, ViewRow } from './ViewRow.tsx';
import { builtInViews, isShown, viewPart, viewSearch, type View } from './views.ts';

import styles from './ViewsDialog.module.css';

/** Saves, opens and manages named searches. */
export function ViewsDialog({ onClose }: { onClose: () => void }) {
  const { address, patch, columns, things } = useShownList();
  const { choices } = columns;
  const { preferences, prefer } = useThingsPreferences();
  const { views, startView } = preferences;
  const [status, setStatus] = useState<{ readonly text: string; readonly undo?: () => void }>();
  const close = useRef<HTMLButtonElement>(null);

  function save(name: string) {
    const view = { id: `view:${systemClock.now()}`, name, search: viewSearch(address, choices) };
    prefer((now) => ({ views: [...now.views, view] }));
    setStatus({ text: `Saved as “${name}”.` });
  }

  function rename({ id }: View, name: string) {
    prefer((now) => ({
      views: now.views.map((view) => (view.id === id ? { ...view, name } : view)),
    }));
  }

  function remove(view: View) {
    const place = views.findIndex(({ id }) => id === view.id);
    const wasStart = startView === view.id;
    prefer((now) => ({
      views: now.views.filter(({ id }) => id !== view.id),
      ...(wasStart && { startView: undefined }),
    }));
    setStatus({
      text: `“${view.name}” was deleted.`,
      undo() {
        // Restores only this view; later changes are kept.
        prefer((now) => ({
          views: now.views.toSpliced(place, 0, view),
          ...(wasStart && now.startView === undefined && { startView: view.id }),
        }));
        setStatus(undefined);
        close.current?.focus();
      },
    });
  }

  const rowOf = (view: View) => ({
    view,
    isShown: isShown(view, address, choices),
    isStart: view.id === startView,
    onOpen: () => {
      patch(viewPart(view.search));
      onClose();
    },
    onStart: () => prefer({ startView: view.id === startView ? undefined : view.id }),
  });

  return (
    <Dialog
      heading="Views"
      width="md"
      onClose={onClose}
      actions={
        <>
          <p role="status" className={styles.said}>
            {status?.text}
          </p>
          {status?.undo && (
            // The button that was clicked is gone, so this one gets the focus.
            <Button key={status.text} ref={focusOnMount} onClick={status.undo}>
              Undo
            </Button>
          )}
          <Button ref={close} variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <p className={styles.muted}>
          A view saves filters, order and columns under a name. Views are stored in this browser.
          The console opens with the view marked “Start”.
        </p>
        <section aria-labelledby="views-saved">
          <h3 id="views-saved">Saved</h3>
          {views.length === 0 && (
            <p className={styles.muted}>
              No views yet: set filters, order and columns as you need them, then save them here.
            </p>
          )}
          <ul className={styles.list}>
            {views.map((view) => (
              <SavedViewRow
                key={view.id}
                {...rowOf(view)}
                others={views.filter(({ id }) => id !== view.id)}
                onRename={(name) => rename(view, name)}
                onDelete={() => remove(view)}
              />
            ))}
          </ul>
        </section>
        <ViewNameForm others={views} onSave={save} />
        <section aria-labelledby="views-built-in">
          <h3 id="views-built-in">Built in</h3>
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

function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}

/** Note for a view that only marks rows; undefined for a view that the service can filter. */
function markNote(mark: MarkName | undefined, things: readonly ThingRecord[]): string | undefined {
  if (mark === undefined) return undefined;
  if (things.length === 0) return 'Only marks rows, and this page has none';
  return canMark(mark, things)
    ? 'Only marks rows on this page'
    : 'No record on this page has the required field';
}
