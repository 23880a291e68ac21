/** Characters or bytes collected before they go into a Blob, which the browser may keep on disk. */
const maxPending = 1_000_000;

/**
 * Collects a file in parts, so that a large one is never held in memory in full.
 *
 * @param type media type of the file
 */
export function createBlobParts(type: string) {
  const stored: Blob[] = [];
  let pending: (string | Uint8Array<ArrayBuffer>)[] = [];
  let pendingLength = 0;

  function store() {
    stored.push(new Blob(pending));
    pending = [];
    pendingLength = 0;
  }

  return {
    add(part: string | Uint8Array<ArrayBuffer>) {
      pending.push(part);
      pendingLength += part.length;
      if (pendingLength >= maxPending) store();
    },
    blob() {
      store();
      return new Blob(stored, { type });
    },
  };
}
