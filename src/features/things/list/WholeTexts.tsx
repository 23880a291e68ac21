import { useEffect, useRef } from 'react';

import styles from './WholeTexts.module.css';

/** Shows the focused row's truncated text in full. Its parent is the box around the table. */
export function WholeTexts() {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = strip.current?.parentElement;
    return box && strip.current ? showWholeTexts(box, strip.current) : undefined;
  }, []);
  return <div ref={strip} popover="manual" aria-hidden="true" inert className={styles.strip} />;
}

/**
 * While a row has keyboard focus, shows its truncated text in full below it, covering the next rows: if the row grew
 * instead, the rows below it would move under the pointer. Visual only, because screen readers get the full text from
 * the cells.
 *
 * @param box the element that contains the table
 * @param strip the popover that shows the text
 * @returns a function that stops watching
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
    // Turning the page changes the text in the row, but not the focus.
    if (row) changes.observe(row, { childList: true, characterData: true, subtree: true });
    show();
  }

  const stop = new AbortController();
  const { signal } = stop;
  box.addEventListener('focusin', onFocusIn, { signal });
  box.addEventListener('focusout', leave, { signal });
  // Content that covers other rows must be dismissible (WCAG 1.4.13). Only the next press closes a Thing.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || strip.childElementCount === 0) return;
    leave();
    event.preventDefault();
  };
  box.addEventListener('keydown', onKeyDown, { signal });
  const onMove = () => row && place(strip, row);
  window.addEventListener('resize', show, { signal });
  // In the capture phase, to notice any box around the row scrolling: scroll events do not bubble.
  document.addEventListener('scroll', onMove, { signal, capture: true, passive: true });
  // This code loads after the rows, so a row may already have focus.
  if (box.contains(document.activeElement)) onFocusIn({ target: document.activeElement });
  return () => {
    stop.abort();
    leave();
  };
}

/** The text of a cell and its column's name, unless fully visible. A focused time is also shown in UTC. */
function wholeText(cell: HTMLTableCellElement): HTMLElement[] {
  const utc = cell.querySelector<HTMLTimeElement>('time:focus')?.dateTime;
  if (cell.scrollWidth <= cell.clientWidth && utc === undefined) return [];
  const part = document.createElement('span');
  const name = document.createElement('span');
  const head = cell.closest('table')?.tHead?.rows[0]?.cells[cell.cellIndex];
  // Without the sort symbol.
  name.textContent = head?.title || (head?.textContent ?? '');
  // With its symbols, but without its buttons.
  const text = document.createElement('span');
  text.append(...cell.cloneNode(true).childNodes);
  for (const button of text.querySelectorAll('button')) button.remove();
  if (utc !== undefined) text.append(` (${utc})`);
  part.append(name, text);
  return [part];
}

/** Puts the strip below the row, or above it at the bottom of the window, as wide as the visible part of the table. */
function place(strip: HTMLElement, row: HTMLElement): void {
  const seen = row.closest('[role="region"]')?.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  if (!seen) return;
  strip.style.left = `${seen.left}px`;
  strip.style.maxWidth = `${seen.width}px`;
  const { height } = strip.getBoundingClientRect();
  const isBelow = bottom + height <= window.innerHeight;
  strip.style.top = `${isBelow ? bottom : top - height}px`;
  // The row has been scrolled out of view.
  strip.style.visibility = bottom < seen.top || top > seen.bottom ? 'hidden' : '';
}
