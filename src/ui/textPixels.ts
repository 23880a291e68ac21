/** The root font size in pixels, unless the user chose larger text in the browser; see tokens.css. */
const usualTextSize = 14;

/** A CSS length in pixels that scales with the text size. */
export function textPixels(pixels: number): string {
  return `calc(${pixels} * var(--px))`;
}

/** The text size relative to the default. */
export function textScale(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.isFinite(size) ? size / usualTextSize : 1;
}
