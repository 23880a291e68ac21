import { useLayoutEffect, useRef, useState } from 'react';
import { useHref } from 'react-router';

import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';

import type { SavedView } from '../preferences/thingsPreferences.ts';
import { SaveViewForm } from './SaveViewForm.tsx';
import { ViewRow, type ViewRowProps } from './ViewRow.tsx';
import { viewsMessages } from './viewsMessages.ts';

import styles from './ViewsDialog.module.css';

interface SavedViewRowProps extends ViewRowProps {
  others: readonly SavedView[];
  onRename: (name: string) => void;
  onDelete: () => void;
}

/** A view of one's own, which can be shared, renamed and deleted. */
export function SavedViewRow({ others, onRename, onDelete, ...row }: SavedViewRowProps) {
  const { name, search } = row.view;
  const [isRenaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  useLayoutEffect(() => {
    // The form takes the place of the button that opened it, and gives it back.
    if (wasRenaming.current && !isRenaming) rename.current?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);
  const link = new URL(useHref(paths.things(search)), window.location.origin).href;

  if (isRenaming) {
    return (
      <li className={styles.row}>
        <SaveViewForm
          others={others}
          name={name}
          onSave={(next) => {
            setRenaming(false);
            if (next !== name) onRename(next);
          }}
          onCancel={() => setRenaming(false)}
        />
      </li>
    );
  }
  return (
    <ViewRow {...row}>
      <CopyButton text={link} label={viewsMessages.copyShort} name={viewsMessages.copyLink(name)} />
      <Button
        ref={rename}
        small
        variant="quiet"
        aria-label={viewsMessages.rename(name)}
        onClick={() => setRenaming(true)}
      >
        {viewsMessages.renameShort}
      </Button>
      <Button small variant="quiet" aria-label={viewsMessages.delete(name)} onClick={onDelete}>
        {viewsMessages.deleteShort}
      </Button>
    </ViewRow>
  );
}
