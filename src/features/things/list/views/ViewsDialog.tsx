import { useRef, useState } from 'react';

import type { SharedView } from '#api/sharedViews.ts';
import type { ThingRecord } from '#api/things.ts';
import { systemClock } from '#lib/clock.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';

import { canMark, type MarkName } from '../filters/marks.ts';
import { useShownList } from '../shownList.ts';
import { useThingsPreferences, type SavedView } from '../thingsPreferences.ts';
import { builtInViews, type View } from './startView.ts';
import { TeamViews } from './TeamViews.tsx';
import { useTeam } from './useTeam.ts';
import { FlaggedNote, SavedViewRow, ViewNameForm, ViewRow } from './ViewRow.tsx';
import { isShown, viewPart, viewSearch } from './views.ts';

import styles from './ViewsDialog.module.css';

interface Status {
  readonly text: string;
  readonly undo?: () => void;
}

/** Saves, opens and manages named searches, in this browser or shared with the team. */
export function ViewsDialog({ onClose }: { onClose: () => void }) {
  const { address, patch, columns, things } = useShownList();
  const { choices } = columns;
  const { preferences, prefer } = useThingsPreferences();
  const { views, startView } = preferences;
  const team = useTeam();
  const [status, setStatus] = useState<Status>();
  const [newId, setNewId] = useState(newTeamId);
  const close = useRef<HTMLButtonElement>(null);

  /** Reports what was done; the button that was clicked is gone. */
  function report(next: Status | undefined) {
    setStatus(next);
    if (!next?.undo) close.current?.focus();
  }

  async function save(name: string, isShared: boolean) {
    const search = viewSearch(address, choices);
    setStatus(undefined);
    if (!isShared || !team) {
      const view = { id: `view:${systemClock.now()}`, name, search };
      prefer((now) => ({ views: [...now.views, view] }));
      setStatus({ text: `Saved as “${name}”.` });
      return true;
    }
    const isDone = await team.share({ id: newId, name, search });
    if (isDone) {
      setNewId(newTeamId());
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
        report(undefined);
      },
    });
  }

  async function share(view: SavedView) {
    setStatus(undefined);
    if (!(await team?.share(view))) return;
    prefer(without(view));
    const isStart = startView === view.id;
    const start = isStart ? ' The console no longer opens with it.' : '';
    report({ text: `“${view.name}” is now shared with the team.${start}` });
  }

  async function unshare(view: SharedView) {
    const { id, name, search } = view;
    if (views.some((own) => own.id !== id && own.name === name)) {
      setStatus({ text: `You already have a saved view called “${name}”. Rename one of the two.` });
      return;
    }
    // First kept here, so that a lost response cannot lose the view.
    prefer((now) => ({ views: [...without(view)(now).views, { id, name, search }] }));
    setStatus(undefined);
    if (await team?.remove(view)) report({ text: `“${name}” is now only in this browser.` });
  }

  async function update(view: SharedView) {
    const search = viewSearch(address, choices);
    setStatus(undefined);
    if (!(await team?.save({ ...view, search }))) return;
    const undo = async () => {
      const isDone = await team?.save({ ...view, revision: view.revision + 1 });
      report(isDone ? { text: `“${view.name}” is as it was.` } : undefined);
    };
    setStatus({ text: `“${view.name}” now opens the current list.`, undo: () => void undo() });
  }

  async function removeShared(view: SharedView) {
    setStatus(undefined);
    if (!(await team?.remove(view))) return;
    const undo = async () => {
      const isDone = await team?.share(view);
      report(isDone ? { text: `“${view.name}” is shared again.` } : undefined);
    };
    setStatus({ text: `“${view.name}” was deleted.`, undo: () => void undo() });
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
                  <Button
                    small
                    variant="quiet"
                    aria-label={`Share ${view.name} with the team`}
                    onClick={() => void share(view)}
                  >
                    Share
                  </Button>
                )}
              </SavedViewRow>
            ))}
          </ul>
        </section>
        <ViewNameForm others={views} canShare={team !== undefined} onSave={save} />
        <div role="group" aria-labelledby="views-team">
          <h3 id="views-team">Team</h3>
          {team ? (
            <>
              <p className={styles.muted}>
                Everyone who sees this customer can open these views. To start with one, save it as
                your own view first.
              </p>
              {team.failure && <ErrorNotice {...team.failure} />}
              <TeamViews
                team={team}
                rowOf={rowOf}
                onUpdate={(view) => void update(view)}
                onUnshare={(view) => void unshare(view)}
                onDelete={(view) => void removeShared(view)}
              />
            </>
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

const newTeamId = () => crypto.randomUUID();

/** Preferences without a view, which may be the start view. */
const without =
  ({ id }: Pick<View, 'id'>) =>
  (now: { readonly views: readonly SavedView[]; readonly startView: string | undefined }) => ({
    views: now.views.filter((view) => view.id !== id),
    startView: now.startView === id ? undefined : now.startView,
  });

function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
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
