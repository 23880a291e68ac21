import { useState, type ComponentProps } from 'react';

import type { SharedView } from '#api/sharedViews.ts';
import { useRead } from '#api/useRead.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { QueryView } from '#ui/QueryView.tsx';

import type { View } from './startView.ts';
import type { Team } from './useTeam.ts';
import { CopyLink, FlaggedNote, SavedViewRow, ViewRow } from './ViewRow.tsx';
import { unknownParts } from './views.ts';

import styles from './ViewsDialog.module.css';

/** The form for a view's name, which may stay open while the view is changed elsewhere. */
interface Edit {
  /** The view when the form was opened. */
  readonly view: SharedView;
  /** Whether saving has failed, so that the user knows of the change; the next attempt overwrites it. */
  readonly hasFailed: boolean;
}

interface TeamViewsProps {
  team: Team;
  rowOf: (view: View) => ComponentProps<typeof ViewRow>;
  /** Makes a view of the list as it is now open under this name. */
  onUpdate: (view: SharedView) => void;
  /** Moves a view to the user's own. */
  onUnshare: (view: SharedView) => void;
  onDelete: (view: SharedView) => void;
}

/** The views that the team shares. Everyone can open them; only their author can change them. */
export function TeamViews({ team, rowOf, ...actions }: TeamViewsProps) {
  const { query, notice } = useRead(team.query, 'load the team’s views');
  const [edits, setEdits] = useState<readonly Edit[]>([]);
  const editOf = ({ id }: SharedView) => edits.find(({ view }) => view.id === id);

  function edit({ id }: SharedView, next?: Edit) {
    setEdits((now) => [...now.filter(({ view }) => view.id !== id), ...(next ? [next] : [])]);
  }

  async function rename(view: SharedView, name: string) {
    const edited = editOf(view);
    const from = edited && !edited.hasFailed ? edited.view : view;
    const isDone = await team.save({ ...from, name });
    if (!isDone) edit(view, { view: from, hasFailed: true });
    return isDone;
  }

  /** The views, and those that were removed while their new name was being typed: saving adds them again. */
  const withEdited = (views: readonly SharedView[]) => [
    ...views,
    ...edits
      .filter(({ view }) => !views.some(({ id }) => id === view.id))
      .map(({ view }) => ({ ...view, revision: 0 })),
  ];

  return (
    <QueryView
      query={query}
      notice={notice}
      loading={<p className={styles.muted}>Loading the team’s views…</p>}
    >
      {(views) => (
        <>
          {views.length === 0 && (
            <p className={styles.muted}>
              Nobody has shared a view yet. Save one with “Share with the team”.
            </p>
          )}
          <ul className={styles.list}>
            {withEdited(views).map((view) => {
              const isOwn = view.author === team.username;
              const row = { ...rowOf(view), note: <TeamNote view={view} isOwn={isOwn} /> };
              const path = paths.view(view.id);
              if (!isOwn) {
                return (
                  <ViewRow key={view.id} {...row}>
                    <CopyLink name={view.name} path={path} />
                  </ViewRow>
                );
              }
              return (
                <SavedViewRow
                  key={view.id}
                  {...row}
                  path={path}
                  others={[]}
                  onEdit={(isOpen) => edit(view, isOpen ? { view, hasFailed: false } : undefined)}
                  onRename={(name) => rename(view, name)}
                  onDelete={() => actions.onDelete(view)}
                >
                  <Button
                    small
                    variant="quiet"
                    aria-label={`Update ${view.name} to the current list`}
                    onClick={() => actions.onUpdate(view)}
                  >
                    Update
                  </Button>
                  <Button
                    small
                    variant="quiet"
                    aria-label={`Unshare ${view.name}`}
                    onClick={() => actions.onUnshare(view)}
                  >
                    Unshare
                  </Button>
                </SavedViewRow>
              );
            })}
          </ul>
        </>
      )}
    </QueryView>
  );
}

function TeamNote({ view, isOwn }: { view: SharedView; isOwn: boolean }) {
  const unknown = unknownParts(view.search);
  return (
    <>
      {isOwn ? 'By you. ' : `By ${view.author}. `}
      {unknown.length > 0 && (
        <FlaggedNote>{`This version cannot apply: ${unknown.join(', ')}`}</FlaggedNote>
      )}
    </>
  );
}
