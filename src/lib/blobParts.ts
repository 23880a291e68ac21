/** Characters or bytes after which what was collected is handed to the browser, which may put it on disk. */
const mostPending = 1_000_000;

/** Collects a file piece by piece, so that a large one is never in the page's memory as a whole. */
export interface BlobParts {
  add(part: string | Uint8Array<ArrayBuffer>): void;
  blob(): Blob;
}

/** @param type media type of the file */
export function createBlobParts(type: string): BlobParts {
  const stored: Blob[] = [];
  let pending: (string | Uint8Array<ArrayBuffer>)[] = [];
  let pendingLength = 0;

  function store() {
    stored.push(new Blob(pending));
    pending = [];
    pendingLength = 0;
  }

  return {
    add(part) {
      pending.push(part);
      pendingLength += part.length;
      if (pendingLength >= mostPending) store();
    },
    blob() {
      store();
      return new Blob(stored, { type });
    },
  };
}
