import { useEffect, useRef } from 'react';

import styles from './WholeTexts.module.css';

/** Shows what is cut off of the row with the focus. It stands in the box of the table. */
export function WholeTexts() {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = strip.current?.parentElement;
    return box && strip.current ? showWholeTexts(box, strip.current) : undefined;
  }, []);
  return <div ref={strip} popover="manual" aria-hidden="true" inert className={styles.strip} />;
}

/**
 * Shows what the columns cut off of a row while the focus of the keyboard is in it, below the row and over those
 * that follow: a row that grew would move all others under the pointer. It is for the eye only, since screen
 * readers get the whole text from the cells.
 *
 * @param box that contains the table
 * @param strip where the texts are shown, a popover
 * @returns stops watching
 */
function showWholeTexts(box: HTMLElement, strip: HTMLElement): () => void {
  let row: HTMLTableRowElement | undefined;
  const changes = new MutationObserver(() => show());

  function show() {
    const parts = row ? [...row.cells].flatMap(wholeText) : [];
    strip.replaceChildren(...parts);
    if (!row || parts.length === 0) {
      strip.hidePopover?.();
      return;
    }
    strip.showPopover?.();
    place(strip, row);
  }

  function leave() {
    row = undefined;
    changes.disconnect();
    show();
  }

  function onFocusIn({ target }: Pick<FocusEvent, 'target'>) {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return;
    row = target.closest<HTMLTableRowElement>('tr[data-row]') ?? undefined;
    // Turning the page changes the texts of the row, and not the focus.
    if (row) changes.observe(row, { childList: true, characterData: true, subtree: true });
    show();
  }

  const stop = new AbortController();
  const { signal } = stop;
  box.addEventListener('focusin', onFocusIn, { signal });
  box.addEventListener('focusout', leave, { signal });
  // What covers other rows can be put away (WCAG 1.4.13); the key may close a Thing as well.
  box.addEventListener('keydown', ({ key }) => key === 'Escape' && leave(), { signal });
  const onMove = () => row && place(strip, row);
  window.addEventListener('resize', show, { signal });
  // Of any box around the row: scrolling does not bubble.
  document.addEventListener('scroll', onMove, { signal, capture: true, passive: true });
  // This code loads after the rows, and the focus may have been quicker.
  if (box.contains(document.activeElement)) onFocusIn({ target: document.activeElement });
  return () => {
    stop.abort();
    leave();
  };
}

/** The text of a cell with the name of its column, if not all of it is in view; a focused time also in UTC. */
function wholeText(cell: HTMLTableCellElement): HTMLElement[] {
  const utc = cell.querySelector<HTMLElement>('time:focus')?.dataset['utc'];
  if (cell.scrollWidth <= cell.clientWidth && utc === undefined) return [];
  const part = document.createElement('span');
  const name = document.createElement('span');
  const head = cell.closest('table')?.tHead?.rows[0]?.cells[cell.cellIndex];
  // Not the sign of its sorting.
  name.textContent = head?.title || (head?.textContent ?? '');
  // With its signs, and without what can be pressed.
  const text = document.createElement('span');
  text.append(...cell.cloneNode(true).childNodes);
  for (const button of text.querySelectorAll('button')) button.remove();
  if (utc !== undefined) text.append(` (${utc})`);
  part.append(name, text);
  return [part];
}

/** Puts the strip below the row, or above it at the end of the window, as wide as what is seen of the table. */
function place(strip: HTMLElement, row: HTMLElement): void {
  const seen = row.closest('[role="region"]')?.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  if (!seen) return;
  strip.style.left = `${seen.left}px`;
  strip.style.maxWidth = `${seen.width}px`;
  const { height } = strip.getBoundingClientRect();
  const isBelow = bottom + height <= window.innerHeight;
  strip.style.top = `${isBelow ? bottom : top - height}px`;
  // The row was scrolled away.
  strip.style.visibility = bottom < seen.top || top > seen.bottom ? 'hidden' : '';
}
