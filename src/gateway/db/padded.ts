const step = 50;

/** Repeats the first text up to one of a few lengths, so that few statements are kept prepared. */
export function padded(texts: readonly string[]): string[] {
  const length = Math.ceil(texts.length / step) * step;
  return Array.from({ length }, (_, at) => texts[at] ?? texts[0] ?? '');
}
