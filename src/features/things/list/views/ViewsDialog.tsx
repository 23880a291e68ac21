import { useRef, useState } from 'react';

import { type SharedView, viewName } from '#api/sharedViews.ts';
import type { ThingRecord } from '#api/things.ts';
import { systemClock } from '#lib/clock.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { isTyping } from '#ui/isTyping.ts';

import { canMark, type MarkName } from '../filters/marks.ts';
import { useShownList } from '../shownList.ts';
import { useThingsPreferences, type SavedView } from '../thingsPreferences.ts';
import { builtInViews, type View } from './startView.ts';
import { TeamViews } from './TeamViews.tsx';
import { useTeam } from './useTeam.ts';
import { FlaggedNote, RowButton, SavedViewRow, ViewNameForm, ViewRow } from './ViewRow.tsx';
import { isShown, viewPart, viewSearch } from './views.ts';

import styles from './ViewsDialog.module.css';

/** Saves, opens and manages named searches, in this browser or shared with the team. */
export function ViewsDialog({ onClose }: { onClose: () => void }) {
  const { address, patch, columns, things } = useShownList();
  const { choices } = columns;
  const { preferences, prefer } = useThingsPreferences();
  const { views, startView } = preferences;
  const [status, setStatus] = useState<{ readonly text: string; readonly undo?: () => void }>();
  const team = useTeam(() => setStatus(undefined));
  const [newId, setNewId] = useState(newSharedId);
  const close = useRef<HTMLButtonElement>(null);
  const search = viewSearch(address, choices);

  /** Says what was done. The button that was clicked may be gone, so the focus moves. */
  function report(text: string, undo?: () => void) {
    setStatus({ text, ...(undo && { undo }) });
    if (!undo && !isTyping()) close.current?.focus();
  }

  async function save(name: string, isShared: boolean) {
    if (!isShared || !team) {
      const view = { id: `view:${systemClock.now()}`, name, search };
      prefer((now) => ({ views: [...now.views, view] }));
      setStatus({ text: `Saved as “${name}”.` });
      return true;
    }
    const isDone = await team.share({ id: newId, name, search });
    if (isDone) {
      setNewId(newSharedId());
      setStatus({ text: `Shared with the team as “${name}”.` });
    }
    return isDone;
  }

  function rename({ id }: View, name: string) {
    prefer((now) => ({
      views: now.views.map((view) => (view.id === id ? { ...view, name } : view)),
    }));
    return true;
  }

  function remove(view: View) {
    const place = views.findIndex(({ id }) => id === view.id);
    const wasStart = startView === view.id;
    prefer(without(view));
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

  async function share(view: SavedView) {
    const name = viewName(view.name);
    if (!(await team?.share({ ...view, name }))) return;
    prefer(without(view));
    const start = startView === view.id ? ' The console no longer opens with it.' : '';
    report(`“${name}” is now shared with the team.${start}`);
  }

  async function unshare(view: SharedView) {
    const { id, name } = view;
    if (views.some((own) => own.id !== id && own.name === name)) {
      setStatus({ text: `You already have a saved view called “${name}”. Rename one of the two.` });
      return;
    }
    // Saved in this browser first, so that the view survives a lost response.
    const own = { id, name, search: view.search };
    prefer((now) => ({ views: [...without(view)(now).views, own] }));
    if (await team?.remove(view)) report(`“${name}” is now only in this browser.`);
  }

  const rowOf = (view: View) => ({
    view,
    isShown: isShown(view, address, choices),
    isStart: view.id === startView,
    onOpen: () => {
      patch(viewPart(view.search));
      onClose();
    },
  });
  const startRowOf = (view: View) => ({
    ...rowOf(view),
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
            // The button that was clicked is gone, so this one gets focus.
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
          A view saves filters, order and columns under a name. Your own views are stored in this
          browser. The console opens with the view marked “Start”.
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
                {...startRowOf(view)}
                path={paths.things(view.search)}
                others={views.filter(({ id }) => id !== view.id)}
                onRename={(name) => rename(view, name)}
                onDelete={() => remove(view)}
              >
                {team && (
                  <RowButton
                    name={`Share ${view.name} with the team`}
                    aria-disabled={team.call.isRunning}
                    onClick={() => team.call.run(() => share(view))}
                  >
                    Share
                  </RowButton>
                )}
              </SavedViewRow>
            ))}
          </ul>
        </section>
        <ViewNameForm others={views} canShare={team !== undefined} onSave={save} />
        <div role="group" aria-labelledby="views-team" className={styles.team}>
          <h3 id="views-team">Team</h3>
          {team ? (
            <TeamViews
              team={team}
              search={search}
              rowOf={rowOf}
              onDone={report}
              onUnshare={(view) => team.call.run(() => unshare(view))}
            />
          ) : (
            <p className={styles.muted}>
              Views cannot be shared here, because this console runs without a gateway.
            </p>
          )}
        </div>
        <section aria-labelledby="views-built-in">
          <h3 id="views-built-in">Built in</h3>
          <ul className={styles.list}>
            {builtInViews.map((view) => (
              <ViewRow key={view.id} {...startRowOf(view)} note={markNote(view.mark, things)} />
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}

const newSharedId = () => crypto.randomUUID();

/** The preferences without this view, even if it is the start view. */
const without =
  ({ id }: Pick<View, 'id'>) =>
  (now: { readonly views: readonly SavedView[]; readonly startView: string | undefined }) => ({
    views: now.views.filter((view) => view.id !== id),
    startView: now.startView === id ? undefined : now.startView,
  });

function focusOnMount(element: HTMLElement | null): void {
  if (!isTyping()) element?.focus();
}

/** Note for a view that only marks rows; undefined for a view that the service can filter. */
function markNote(mark: MarkName | undefined, things: readonly ThingRecord[]) {
  if (mark === undefined) return undefined;
  return <FlaggedNote>{markWords(mark, things)}</FlaggedNote>;
}

function markWords(mark: MarkName, things: readonly ThingRecord[]): string {
  if (things.length === 0) return 'Only marks rows, and this page has none';
  return canMark(mark, things)
    ? 'Only marks rows on this page'
    : 'No record on this page has the required field';
}
