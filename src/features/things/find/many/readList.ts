import { leadingDigits } from '#identifiers/imei.ts';
import type { Interpretation } from '#identifiers/interpretations.ts';
import { isOnlyLabel } from '#identifiers/labels.ts';
import { plainText } from '#identifiers/noise.ts';

import { headingIn, splitLine, type Heading } from './lineCells.ts';
import { listParts, maxLine, type ListPart } from './listParts.ts';
import { readCell, type ParsedCell } from './readCell.ts';
import { createSlices, type SliceServices } from './slices.ts';

/** One cell of the list, and its interpretation. */
export type ListItem = (ParsedCell | { readonly kind: 'twice'; readonly firstLine: number }) & {
  /** Its line number, starting at 1. */
  readonly line: number;
  readonly text: string;
};

/** An item that can be looked up. */
export type IdentifierItem = Extract<ListItem, { kind: 'identifier' }>;

export interface ParsedList {
  readonly items: readonly ListItem[];
  /** The number of lines that were not read because the list is too long. */
  readonly leftOut: number;
}

/** The maximum number of items in a list. */
export const maxItems = 5_000;

/**
 * Reads the parts of a list, reusing earlier results for equal parts. It can pause after each step; a step examines
 * little more than the longest allowed line.
 */
function* readItems(
  text: string,
  known: LineReadings,
): Generator<undefined, ParsedList, undefined> {
  const items: ListItem[] = [];
  const seen = new Map<string, number>();
  let heading: Heading | undefined;
  let isFull = false;
  let leftOut = 0;
  let lastLeftOut = 0;
  const longWord = createLongWord();
  for (const part of listParts(text)) {
    yield undefined;
    const { line, text: content } = part;
    isFull ||= items.length >= maxItems && plainText(content) !== '' && !headingOf(part);
    if (isFull) {
      if (line !== lastLeftOut && content.trim() !== '') {
        leftOut++;
        lastLeftOut = line;
      }
      continue;
    }
    if (part.kind === 'gap' || content.trim() === '') continue;
    const next = headingOf(part);
    if (next) {
      heading = next;
      continue;
    }
    for (const item of part.kind === 'long' ? longWord(part) : known.read(content, heading)) {
      const key = keyOfReading(item);
      const firstLine = key === undefined ? undefined : seen.get(key);
      if (firstLine !== undefined) items.push({ kind: 'twice', firstLine, line, text: item.text });
      else items.push({ ...item, line });
      if (key !== undefined && firstLine === undefined) seen.set(key, line);
    }
  }
  if (!isFull) leftOut = Number(items.length > maxItems);
  return { items: items.slice(0, maxItems), leftOut };
}

/** How many characters of text that is not an identifier are shown. */
const maxShown = 200;

/** Collects the start of an overlong word, and returns it at the end of the word. */
function createLongWord() {
  let shown = '';
  let isBlank = true;
  return ({ text, isEnd }: ListPart) => {
    if (shown.length < maxShown) shown += text.replaceAll('"', '').slice(0, maxShown);
    isBlank &&= plainText(text) === '';
    const word = isBlank ? '' : shown.slice(0, maxShown);
    if (!isEnd) return [];
    [shown, isBlank] = ['', true];
    return word === '' ? [] : [{ kind: 'problem', problem: 'tooLong', text: `${word}…` } as const];
  };
}

function headingOf({ kind, text }: ListPart): Heading | undefined {
  return kind === 'line' && isHeadingLike(text) ? headingIn(text) : undefined;
}

/** Headings are short, and have few digits. */
function isHeadingLike(line: string): boolean {
  return line.length < maxLine && (line.match(/\d/g)?.length ?? 0) < 12;
}

/** Items with the same key refer to the same SIM. */
function keyOfReading(item: ParsedCell): string | undefined {
  return item.kind === 'identifier' ? identityOf(item.candidates[0]) : undefined;
}

/** The value shared by all formats of one identifier. */
function identityOf({ kind, form, value }: Interpretation): string {
  if (kind === 'imei') return `imei ${leadingDigits(value) ?? value}`;
  return kind === 'name' ? `name ${nameKey(value)}` : `${kind} ${form === 'national'} ${value}`;
}

/** Names that differ only in case and spaces are treated as the same name. */
export function nameKey(name: string): string {
  return plainText(name).replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Caches parsed lines, so that typing in a long list re-parses only the changed line. */
export interface LineReadings {
  read(line: string, heading: Heading | undefined): readonly (ParsedCell & { text: string })[];
}

/** The number of lines in the cache. Each key press adds the changed line. */
const maxCached = 20_000;

export function createLineReadings(): LineReadings {
  const cells = new Map<string, readonly (ParsedCell & { text: string })[]>();
  return {
    read(line, heading) {
      const key = `${JSON.stringify(heading?.columns)} ${String(heading?.separator)} ${line}`;
      const cached = cells.get(key);
      if (cached) return cached;
      if (cells.size >= maxCached) cells.clear();
      const found = splitLine(line, heading)
        .filter(({ text }) => !isOnlyLabel(text))
        .map((cell) => ({ ...readCell(cell), text: cell.text }));
      cells.set(key, found);
      return found;
    },
  };
}

/**
 * Reads a list in slices.
 *
 * @returns undefined if the signal aborts before the end
 */
export async function readList(
  text: string,
  given: SliceServices & { readonly known: LineReadings; readonly signal: AbortSignal },
): Promise<ParsedList | undefined> {
  const steps = readItems(text, given.known);
  const slices = createSlices(given);
  for (;;) {
    if (given.signal.aborted) return undefined;
    const step = steps.next();
    if (step.done === true) return step.value;
    // oxlint-disable-next-line no-await-in-loop -- the slices follow each other
    if (slices.isOver()) await slices.next();
  }
}
