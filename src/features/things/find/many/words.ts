import { describeError } from '#api/describeError.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { stopAfter } from '#ui/ServiceWords.tsx';

import { kinds, reason } from '../interpretationKinds.ts';
import type { FindEnd, Outcome } from './outcomes.ts';
import type { CellProblem } from './readCell.ts';
import type { IdentifierItem, ListItem } from './readList.ts';

/** Completes "Could not …" in search errors. */
export const doing = 'look up the next SIM';

const problems: Readonly<Record<CellProblem, string>> = {
  digitsLost: 'Digits lost: a spreadsheet shortened this number. Copy it again from a text column.',
  eid: 'This is an EID (32 digits that begin with 89): the service cannot look it up.',
  tooLong: 'Not an identifier: too long.',
  tooShort: 'Not an identifier: too short.',
  date: 'Not an identifier: a date.',
  sentence: 'Not an identifier: it reads like a sentence.',
};

export const roundedNote =
  'It ends in zeros, so a spreadsheet may have rounded it. It is looked up unchanged.';

/** The interpretation of an item, in one line. */
export function readAs(item: ListItem): string {
  if (item.kind === 'problem') return problems[item.problem];
  if (item.kind === 'twice') return `Duplicate of line ${item.firstLine}.`;
  const [{ kind, value }, ...others] = item.candidates;
  const further = [...new Set(others.map((other) => kinds[other.kind].label))].filter(
    (label) => label !== kinds[kind].label,
  );
  const first = `${kinds[kind].label} ${value}`;
  const all = further.length === 0 ? first : `${first}, or ${oneOf(further)}`;
  return item.isRounded ? `${all}. ${roundedNote}` : all;
}

/** Why an interpretation was chosen, for the tooltip. */
export function readReason(item: ListItem): string | undefined {
  return item.kind === 'identifier' ? reason(item.candidates[0]) : undefined;
}

/** The number of items of each kind in a list: "40 ICCIDs, 12 IMSIs". */
export function kindCounts(items: readonly IdentifierItem[]): string {
  const byKind = Map.groupBy(items, ({ candidates: [{ kind }] }) => kind);
  return [...byKind].map(([kind, { length }]) => counted(length, kinds[kind].label)).join(', ');
}

/** Why an item was not found, in one line. */
export function whyNotFound(item: ListItem, outcome: Outcome | undefined): string {
  if (item.kind !== 'identifier') return readAs(item);
  if (!outcome || outcome.kind === 'found') return 'Not looked up yet.';
  const words = outcomeWords(outcome);
  return item.isRounded && outcome.kind === 'nobody' ? `${words} ${roundedNote}` : words;
}

const doingLookup = 'look it up';

/** The service's message for a failed lookup. */
export function saidOf(outcome: Outcome | undefined): string | undefined {
  if (outcome?.kind !== 'failed') return undefined;
  return describeError(outcome.error, doingLookup).serviceMessage;
}

/** How many ICCIDs a reason names; nobody would read more. */
const maxNamed = 3;

function outcomeWords(outcome: Exclude<Outcome, { kind: 'found' }>): string {
  if (outcome.kind === 'nobody') {
    return `No SIM has this ${oneOf(outcome.tried.map((kind) => kinds[kind].label))}.`;
  }
  const { label } = kinds[outcome.as.kind];
  switch (outcome.kind) {
    case 'several':
      return `${outcome.more ? 'At least ' : ''}${counted(outcome.iccids.length, 'SIM')} have this ${label}: ${named(outcome.iccids)}.`;
    case 'unverified':
      return `Uncertain: the service lists ${named(outcome.iccids)} for this ${label}, but reports ${outcome.isShown ? 'a different one' : 'none'}.`;
    case 'tooMany':
      return `Uncertain: the service lists 50 or more SIMs for this ${label}. No readable one of the first 50 matches exactly.`;
    case 'failed': {
      const { title, serviceMessage, requestId } = describeError(outcome.error, doingLookup);
      const said =
        serviceMessage === undefined
          ? ''
          : ` The service said: ${serviceMessage}${stopAfter(serviceMessage)}`;
      return `${title}${said} Request ID ${requestId}`;
    }
  }
}

/** Caveats about the reasons: an empty response does not always mean that the SIM does not exist. */
export function reasonNotes(outcomes: Iterable<Outcome>): readonly string[] {
  const notes = new Set<string>();
  for (const outcome of outcomes) {
    if (outcome.kind !== 'nobody') continue;
    if (outcome.tried.includes('imei')) notes.add(imeiNote);
    for (const note of outcome.notes) notes.add(note);
  }
  return [...notes];
}

const imeiNote =
  'Even if an IMEI is not found, the SIM may exist. The service knows only the last IMEI of each SIM.';

/** "a, b, or c". */
export function oneOf(labels: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(labels);
}

function named(iccids: readonly string[]): string {
  const first = iccids.slice(0, maxNamed).join(', ');
  const rest = iccids.length - maxNamed;
  return rest > 0 ? `${first} and ${formatNumber(rest)} more` : first;
}

/** How the end of a search affects its results; undefined if there is nothing to report. */
export function endWords(end: FindEnd): string | undefined {
  if (end.kind === 'cancelled') return 'Cancelled. The results so far are below.';
  if (end.kind !== 'unsure') return undefined;
  return end.why === 'moved'
    ? 'The list changed while it was being read, so some SIMs may be missing.'
    : 'The service kept sending the same rows, so the rest of the list could not be read.';
}
