import { describeError } from '#api/describeError.ts';
import { formatNumber } from '#lib/format.ts';

import { kinds, reason } from '../interpretationKinds.ts';
import type { FindEnd } from './findRun.ts';
import type { Outcome } from './outcomes.ts';
import type { CellProblem } from './readCell.ts';
import type { IdentifierItem, ListItem } from './readList.ts';

/** Completes "Could not …" in errors of a search. */
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
  'It ends in zeros, so a spreadsheet may have rounded it. It is looked up as it is.';

/** What an item was read as, in one line. */
export function readAs(item: ListItem): string {
  if (item.kind === 'problem') return problems[item.problem];
  if (item.kind === 'twice') return `Twice in the list: same as line ${item.firstLine}.`;
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

/** A count with its word: "1 call", "60 calls". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** How many of each kind a list has: "40 ICCID, 12 IMSI". */
export function kindCounts(items: readonly IdentifierItem[]): string {
  const byKind = Map.groupBy(items, ({ candidates: [{ kind }] }) => kind);
  return [...byKind]
    .map(([kind, { length }]) => `${formatNumber(length)} ${kinds[kind].label}`)
    .join(', ');
}

/** Why an item is not among the found, in one line. */
export function whyNotFound(item: ListItem, outcome: Outcome | undefined): string {
  if (item.kind !== 'identifier') return readAs(item);
  if (!outcome || outcome.kind === 'found') return 'Not looked up yet.';
  const words = outcomeWords(outcome);
  return item.isRounded && outcome.kind === 'nobody' ? `${words} ${roundedNote}` : words;
}

const doingLookup = 'look it up';

/** What the service said to a lookup that failed. */
export function saidOf(outcome: Outcome | undefined): string | undefined {
  if (outcome?.kind !== 'failed') return undefined;
  return describeError(outcome.error, doingLookup).serviceMessage;
}

/** ICCIDs that are named in a reason; more would not be read. */
const maxNamed = 3;

function outcomeWords(outcome: Exclude<Outcome, { kind: 'found' }>): string {
  if (outcome.kind === 'nobody') {
    return `No SIM has this ${oneOf(outcome.tried.map((kind) => kinds[kind].label))}.`;
  }
  const { label } = kinds[outcome.as.kind];
  switch (outcome.kind) {
    case 'several':
      return `${counted(outcome.iccids.length, 'SIM')} have this ${label}: ${named(outcome.iccids)}.`;
    case 'unverified':
      return `Not sure: the service lists ${named(outcome.iccids)} for this ${label}, but shows ${outcome.isShown ? 'another one' : 'none'} there.`;
    case 'tooMany':
      return `Not sure: the service lists more than 50 SIMs for this ${label}. None of the first 50 has exactly this one.`;
    case 'failed': {
      const { title, serviceMessage, requestId } = describeError(outcome.error, doingLookup);
      const said = serviceMessage === undefined ? '' : ` The service said: ${serviceMessage}.`;
      return `${title}${said} Request ID ${requestId}`;
    }
  }
}

/** Caveats about the reasons: an empty answer does not always mean that there is no such SIM. */
export function reasonNotes(outcomes: Iterable<Outcome>): readonly string[] {
  const notes = new Set<string>();
  for (const outcome of outcomes) {
    if (outcome.kind !== 'nobody') continue;
    // The filter may want an IMSI (API document 4.5).
    if (outcome.tried.includes('imei')) notes.add(imeiNote);
    for (const note of outcome.notes) notes.add(note);
  }
  return [...notes];
}

const imeiNote =
  'An IMEI that is not found may still exist. The service knows only the last IMEI of each SIM, and its filter may expect an IMSI.';

function oneOf(labels: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(labels);
}

function named(iccids: readonly string[]): string {
  const first = iccids.slice(0, maxNamed).join(', ');
  const rest = iccids.length - maxNamed;
  return rest > 0 ? `${first} and ${formatNumber(rest)} more` : first;
}

/** What the end of a search means for its results; undefined if nothing has to be said. */
export function endWords(end: FindEnd): string | undefined {
  if (end.kind === 'cancelled') return 'Cancelled. The results so far are below.';
  if (end.kind !== 'unsure') return undefined;
  return end.why === 'moved'
    ? 'The list changed while it was being read, so some SIMs may be missing.'
    : 'The service kept sending the same rows, so the list could not be read to its end.';
}
