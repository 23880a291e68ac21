import { systemClock } from './clock.ts';

export interface SavedFile {
  readonly name: string;
  /** Object URL, valid until `forget`. */
  readonly url: string;
  /** Frees the memory a minute later, because the browser may still be reading. */
  readonly forget: () => void;
}

const readingMs = 60_000;

/** Starts the download of a file. */
export function saveFile(blob: Blob, name: string): SavedFile {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  const forget = () => void systemClock.after(readingMs, () => URL.revokeObjectURL(url));
  return { name, url, forget };
}
