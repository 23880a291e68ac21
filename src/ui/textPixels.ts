/** Pixels of the root's text while nobody asked their browser for larger text; see tokens.css. */
const usualTextSize = 14;

/** A CSS length in pixels that grows with the text's size, for what is as wide as its text. */
export function textPixels(pixels: number): string {
  return `calc(${pixels} * var(--px))`;
}

/** How much larger than usual the text is. */
export function textScale(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.isFinite(size) ? size / usualTextSize : 1;
}
