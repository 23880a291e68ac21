import type { SavedFile } from '#lib/saveFile.ts';

/** Saves a file again, because the browser may have blocked its download. */
export function SavedLink({ file: { url, name } }: { file: SavedFile }) {
  return (
    <a href={url} download={name}>
      Save the file again
    </a>
  );
}
