import type { ReactNode } from 'react';

import { formatNumber } from '#lib/format.ts';

import { Button } from '../Button.tsx';
import type { Selection } from './useSelection.ts';

import styles from './Selection.module.css';

interface SelectionBarProps<T> {
  selection: Selection<T>;
  /** The rows on screen. Selected rows that are on other pages or hidden by a filter are counted separately. */
  rows: readonly T[];
  children?: ReactNode;
}

/**
 * The selection and its actions. It sits below the rows and stays in view, so that no row moves under the pointer,
 * and takes no space without a selection.
 */
export function SelectionBar<T>({ selection, rows, children }: SelectionBarProps<T>) {
  const count = selection.chosen.size;
  const elsewhere = count - rows.filter(selection.has).length;
  const isShown = count > 0;

  function clear() {
    selection.clear();
    // The button is about to be removed while it has focus.
    document.querySelector<HTMLElement>('[data-select-page]')?.focus();
  }

  return (
    <div className={isShown ? styles.bar : styles.empty}>
      {/* Always rendered, because a live region must exist before its text. */}
      <p role="status" className={styles.count}>
        {isShown && `${formatNumber(count)} selected`}
      </p>
      {isShown && (
        <>
          {elsewhere > 0 && (
            <span className={styles.note}>{`${formatNumber(elsewhere)} not shown`}</span>
          )}
          <span className={styles.actions}>{children}</span>
          <Button small variant="quiet" onClick={clear}>
            Clear selection
          </Button>
        </>
      )}
    </div>
  );
}
