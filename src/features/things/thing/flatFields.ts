/** One value of a record, named by the way to it. */
export interface FlatField {
  /** Dotted, with numbers for places in lists; a name that dots would not tell apart is in brackets. */
  readonly path: string;
  /** As JSON, texts without quotes. */
  readonly value: string;
}

/** Every value of a record at any depth; what is empty is one value, too. */
export function flatFields(record: Readonly<Record<string, unknown>>): readonly FlatField[] {
  return Object.entries(record).flatMap(([name, value]) => flatten(step(name), value));
}

/** Names of one word, as nearly all are, read best as they are. */
function step(name: string): string {
  return /^[^.[\]]+$/.test(name) ? name : `[${JSON.stringify(name)}]`;
}

function flatten(path: string, value: unknown): readonly FlatField[] {
  if (typeof value === 'string') return [{ path, value }];
  if (typeof value === 'object' && value !== null) {
    const inner = Object.entries(value);
    if (inner.length > 0)
      return inner.flatMap(([name, one]) => flatten(`${path}.${step(name)}`, one));
  }
  return [{ path, value: JSON.stringify(value) ?? '' }];
}
