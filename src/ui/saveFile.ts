import { systemClock } from '#lib/clock.ts';

export interface SavedFile {
  readonly name: string;
  /** Address within this page, good until `forget`. */
  readonly url: string;
  /** Gives the memory back, a minute later: the browser may be reading still. */
  readonly forget: () => void;
}

const readingMs = 60_000;

/** Gives a file to the person as a download. */
export function saveFile(blob: Blob, name: string): SavedFile {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  const forget = () => void systemClock.after(readingMs, () => URL.revokeObjectURL(url));
  return { name, url, forget };
}
