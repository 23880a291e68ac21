import { useState, type ComponentProps } from 'react';

import type { SharedView } from '#api/sharedViews.ts';
import { useRead } from '#api/useRead.ts';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { QueryView } from '#ui/QueryView.tsx';
import { WriteWait } from '#ui/WriteWait.tsx';

import type { View } from './startView.ts';
import type { Team } from './useTeam.ts';
import { CopyLink, FlaggedNote, RowButton, SavedViewRow, ViewRow } from './ViewRow.tsx';
import { teamViewPath, unknownParts } from './views.ts';

import styles from './ViewsDialog.module.css';

interface TeamViewsProps {
  team: Team;
  /** The address parameters of a view of the current list. */
  search: string;
  rowOf: (view: View) => ComponentProps<typeof ViewRow>;
  onDone: (text: string, undo?: () => void) => void;
  /** Moves a view to the user's own views. */
  onUnshare: (view: SharedView) => void;
}

/** The views that the team shares. Everyone can open them; only their author can change them. */
export function TeamViews({ team, search, rowOf, onDone, onUnshare }: TeamViewsProps) {
  const { run, isRunning } = team.call;
  const { query, notice } = useRead(team.query, 'load the team’s views');
  /** Views being renamed, as they were when the form was opened; with revision 0 after a failed attempt. */
  const [edited, setEdited] = useState<readonly SharedView[]>([]);

  function edit({ id }: SharedView, next?: SharedView) {
    setEdited((now) => [...now.filter((view) => view.id !== id), ...(next ? [next] : [])]);
  }

  async function rename(view: SharedView, name: string) {
    const before = edited.find(({ id, revision }) => id === view.id && revision > 0);
    const isDone = await team.save({ ...(before ?? view), name });
    // The user has been told why, so the next attempt starts from what is stored now.
    if (!isDone) edit(view, { ...view, revision: 0 });
    return isDone;
  }

  async function restore(view: SharedView) {
    if (await team.save(view)) onDone(`“${view.name}” was restored.`);
  }

  async function update(view: SharedView) {
    if (!(await team.save({ ...view, search }))) return;
    const undone = { ...view, revision: view.revision + 1 };
    onDone(`“${view.name}” now opens the current list.`, () => run(() => restore(undone)));
  }

  async function remove(view: SharedView) {
    if (!(await team.remove(view))) return;
    const undone = { ...view, revision: 0 };
    onDone(`“${view.name}” was deleted.`, () => run(() => restore(undone)));
  }

  function row(view: SharedView) {
    const isOwn = view.author === team.username;
    const common = { ...rowOf(view), note: <TeamNote {...view} isOwn={isOwn} /> };
    const path = teamViewPath(view.id);
    if (!isOwn) {
      return (
        <ViewRow key={view.id} {...common}>
          <CopyLink name={view.name} path={path} />
        </ViewRow>
      );
    }
    return (
      <SavedViewRow
        key={view.id}
        {...common}
        path={path}
        others={[]}
        onEdit={(isOpen) => edit(view, isOpen ? view : undefined)}
        onRename={(name) => rename(view, name)}
        isBusy={isRunning}
        onDelete={() => run(() => remove(view))}
      >
        <RowButton
          name={`Update ${view.name} to the current list`}
          aria-disabled={isRunning}
          onClick={() => run(() => update(view))}
        >
          Update
        </RowButton>
        <RowButton
          name={`Unshare ${view.name}`}
          aria-disabled={isRunning}
          onClick={() => onUnshare(view)}
        >
          Unshare
        </RowButton>
      </SavedViewRow>
    );
  }

  return (
    <>
      <p className={styles.muted}>
        Everyone with access to this customer can open these views. To open the console with one,
        save it as your own view first.
      </p>
      <WriteWait call={team.call} />
      {team.failure && <ErrorNotice {...team.failure} />}
      <QueryView query={query} notice={notice} loading={<p>Loading the team’s views…</p>}>
        {(views) => {
          // If a view was removed while its new name was being typed, saving adds it again.
          const removed = edited.filter(({ id }) => !views.some((view) => view.id === id));
          return (
            <>
              {views.length === 0 && (
                <p className={styles.muted}>
                  Nobody has shared a view yet. Save one with “Share with the team”.
                </p>
              )}
              <ul className={styles.list}>
                {[...views, ...removed.map((view) => ({ ...view, revision: 0 }))].map(row)}
              </ul>
            </>
          );
        }}
      </QueryView>
    </>
  );
}

function TeamNote({ search, author, isOwn }: SharedView & { isOwn: boolean }) {
  const unknown = unknownParts(search);
  return (
    <>
      {isOwn ? 'By you. ' : `By ${author}. `}
      {unknown.length > 0 && (
        <FlaggedNote>{`This version cannot apply: ${unknown.join(', ')}`}</FlaggedNote>
      )}
    </>
  );
}
