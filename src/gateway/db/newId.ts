let count = 0;

/** An id that sorts after all that this process has made before. */
export function newId(): string {
  return `${(count++).toString(36).padStart(6, '0')}-${crypto.randomUUID()}`;
}
