import { leadingDigits } from '#identifiers/imei.ts';
import { isOnlyLabel } from '#identifiers/labels.ts';
import { plainText } from '#identifiers/noise.ts';
import type { Reading } from '#identifiers/readings.ts';
import type { Clock } from '#lib/clock.ts';

import { headingIn, splitLine, type Heading } from './lineCells.ts';
import { readCell, type CellReading } from './readCell.ts';

/** One text of the list, and what it was read as. */
export type ListItem = (CellReading | { readonly kind: 'twice'; readonly firstLine: number }) & {
  /** Number of its line, from 1. */
  readonly line: number;
  readonly text: string;
};

/** An item that can be looked for. */
export type IdentifierItem = Extract<ListItem, { kind: 'identifier' }>;

export interface ListReading {
  readonly items: readonly ListItem[];
  /** Lines that were not read, because the list is too long. */
  readonly leftOut: number;
}

/** The most that one list may hold. */
export const maxItems = 5_000;

const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Reads the lines of a list, with what was read before of equal lines, and says where it may pause. */
function* readItems(
  text: string,
  known: LineReadings,
): Generator<undefined, ListReading, undefined> {
  const lines = text.split(lineEnd);
  const items: ListItem[] = [];
  const seen = new Map<string, number>();
  let heading: Heading | undefined;
  for (const [index, content] of lines.entries()) {
    if (plainText(content) === '') continue;
    const next = isHeadingLike(content) ? headingIn(content) : undefined;
    if (next) {
      heading = next;
      continue;
    }
    const line = index + 1;
    for (const part of partsOf(content)) {
      if (items.length >= maxItems) {
        const rest = lines.slice(index).filter((other) => other.trim() !== '');
        return { items: items.slice(0, maxItems), leftOut: rest.length };
      }
      for (const item of readPart(part, heading, known)) {
        const key = keyOfReading(item);
        const firstLine = key === undefined ? undefined : seen.get(key);
        if (firstLine !== undefined)
          items.push({ kind: 'twice', firstLine, line, text: item.text });
        else items.push({ ...item, line });
        if (key !== undefined && firstLine === undefined) seen.set(key, line);
      }
      yield undefined;
    }
  }
  return { items: items.slice(0, maxItems), leftOut: Number(items.length > maxItems) };
}

/** Longer lines are no row of a table, and reading one as a whole would hold up the page. */
const maxLine = 2_000;
/** How much of a text that is no identifier is shown. */
const maxShown = 200;

/** A line, or the parts of a very long one, between which reading may pause. */
function* partsOf(line: string): Generator<string, void, undefined> {
  if (line.length <= maxLine) {
    yield line;
    return;
  }
  for (const [cell] of line.matchAll(/[^;,|\t]+/g)) {
    if (cell.length <= maxLine) yield cell;
    else for (const [word] of cell.matchAll(/\S+/g)) yield word;
  }
}

function readPart(part: string, heading: Heading | undefined, known: LineReadings) {
  if (part.length <= maxLine) return known.read(part, heading);
  const text = part.replaceAll('"', '').slice(0, maxShown);
  return text === '' ? [] : [{ kind: 'problem', problem: 'tooLong', text: `${text}…` } as const];
}

/** Headings are short, and have few digits. */
function isHeadingLike(line: string): boolean {
  return line.length < maxLine && (line.match(/\d/g)?.length ?? 0) < 12;
}

/** Items with the same key look for the same SIM. */
function keyOfReading(item: CellReading): string | undefined {
  return item.kind === 'identifier' ? identityOf(item.candidates[0]) : undefined;
}

/** What two readings of one identifier share, however it is written. */
function identityOf({ kind, form, value }: Reading): string {
  if (kind === 'imei') return `imei ${leadingDigits(value) ?? value}`;
  return kind === 'name' ? `name ${nameKey(value)}` : `${kind} ${form === 'national'} ${value}`;
}

/** Names that differ only in case and spaces are taken for one. */
export function nameKey(name: string): string {
  return plainText(name).replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Remembers the readings of lines, so that typing into a long list reads only the changed line. */
export interface LineReadings {
  read(line: string, heading: Heading | undefined): readonly (CellReading & { text: string })[];
}

/** Lines that are remembered; typing adds one with each key. */
const maxRemembered = 20_000;

export function createLineReadings(): LineReadings {
  const readings = new Map<string, readonly (CellReading & { text: string })[]>();
  return {
    read(line, heading) {
      const key = `${JSON.stringify(heading?.columns)} ${String(heading?.separator)} ${line}`;
      const remembered = readings.get(key);
      if (remembered) return remembered;
      if (readings.size >= maxRemembered) readings.clear();
      const found = splitLine(line, heading)
        .filter(({ text }) => !isOnlyLabel(text))
        .map((cell) => ({ ...readCell(cell), text: cell.text }));
      readings.set(key, found);
      return found;
    },
  };
}

/** Milliseconds of reading between two pauses, in which the page stays usable. */
const sliceMs = 12;

/**
 * Reads a list in slices.
 *
 * @param given.pause lets the page handle what is waiting
 * @returns undefined if the signal aborts before the end
 */
export async function readList(
  text: string,
  given: {
    readonly clock: Pick<Clock, 'now'>;
    readonly pause: () => Promise<void>;
    readonly known: LineReadings;
    readonly signal: AbortSignal;
  },
): Promise<ListReading | undefined> {
  const steps = readItems(text, given.known);
  let sliceEnd = given.clock.now() + sliceMs;
  for (;;) {
    if (given.signal.aborted) return undefined;
    const step = steps.next();
    if (step.done === true) return step.value;
    if (given.clock.now() < sliceEnd) continue;
    // oxlint-disable-next-line no-await-in-loop -- the slices follow each other
    await given.pause();
    sliceEnd = given.clock.now() + sliceMs;
  }
}
