/**
 * Lets the pointer drag column edges (`data-edge`, with the column's id). The box around the table has one set of
 * listeners for all columns.
 *
 * @param onMoved called with the number of CSS pixels by which an edge was dragged
 * @returns a function that stops listening
 */
export function watchEdges(
  box: HTMLElement,
  onMoved: (id: string, pixels: number) => void,
): () => void {
  let dragged: { readonly edge: HTMLElement; readonly from: number } | undefined;

  function onDown(event: PointerEvent) {
    const edge =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-edge]') : null;
    if (!edge) return;
    dragged = { edge, from: event.clientX };
    edge.setPointerCapture(event.pointerId);
  }

  function onMove({ clientX }: PointerEvent) {
    // Only a line follows the pointer, because rendering 50 rows at every step would be slow.
    if (dragged) dragged.edge.style.translate = `${clientX - dragged.from}px`;
  }

  function end(): typeof dragged {
    const ended = dragged;
    dragged = undefined;
    if (ended) ended.edge.style.translate = '';
    return ended;
  }

  function onUp({ clientX }: PointerEvent) {
    const ended = end();
    const id = ended?.edge.dataset['edge'];
    if (!ended || id === undefined || clientX === ended.from) return;
    onMoved(id, clientX - ended.from);
  }

  const stop = new AbortController();
  const { signal } = stop;
  box.addEventListener('pointerdown', onDown, { signal });
  box.addEventListener('pointermove', onMove, { signal });
  box.addEventListener('pointerup', onUp, { signal });
  box.addEventListener('pointercancel', end, { signal });
  return () => {
    stop.abort();
    end();
  };
}

interface EdgePlace {
  /** The index of the column that ends at this edge. */
  readonly index: number;
  /** How much wider the column will become, in CSS pixels. */
  readonly grown: number;
  /** The right edge of the pinned columns, which may cover this edge, measured from the left of the box. */
  readonly least: number;
  /** Whether the hint is shown. */
  readonly hasHint: boolean;
}

/** Space around an edge that is scrolled into view, in CSS pixels. */
const margin = 24;
/** The gap between the hint and the rows, and between the hint and the sides of the table, in CSS pixels. */
const hintGap = 4;

/**
 * Places the movable edge and its hint at a column's edge, and scrolls it into view. The table header grows by the
 * height of the hint (`--hint-room`); otherwise the hint would cover a row.
 *
 * @returns a function that removes the hint's space
 */
export function placeEdge(
  edge: HTMLElement,
  { index, grown, least, hasHint }: EdgePlace,
): (() => void) | undefined {
  const box = edge.parentElement;
  const head = box?.querySelectorAll<HTMLElement>('thead th')[index];
  if (!box || !head) return undefined;
  edge.style.height = `${head.offsetHeight}px`;
  const place = () => head.getBoundingClientRect().right - box.getBoundingClientRect().left + grown;
  const most = box.clientWidth;
  const right = place();
  box.scrollLeft += Math.min(0, right - least - margin) || Math.max(0, right - most + margin);
  const inView = place();
  edge.style.left = `${inView + box.scrollLeft}px`;
  edge.style.top = `${box.scrollTop}px`;
  const hint = edge.querySelector<HTMLElement>('[data-hint]');
  if (!hint) return undefined;
  hint.style.maxWidth = `${most - 2 * hintGap}px`;
  const centred = inView - hint.offsetWidth / 2;
  const left = Math.max(hintGap, Math.min(centred, most - hint.offsetWidth - hintGap));
  hint.style.left = `${left - inView + edge.offsetWidth / 2}px`;
  box.style.setProperty('--hint-room', `${hasHint ? hint.offsetHeight + hintGap : 0}px`);
  return () => box.style.removeProperty('--hint-room');
}
