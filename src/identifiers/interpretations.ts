import { beginsLikeIccid, cleanIccid } from './iccid.ts';
import { beginsLikeImei, cleanImei, leadingDigits, tacDigits } from './imei.ts';
import { beginsLikeImsi, cleanImsi } from './imsi.ts';
import { identifiersInside } from './inside.ts';
import { splitLabel, type LabelledKind } from './labels.ts';
import { hasCheckDigit } from './luhn.ts';
import { readMsisdn, type Msisdn } from './msisdn.ts';
import { digitsOf, plainText, withoutSeparators } from './noise.ts';

/** One possible meaning of a string, with the evidence for it. */
export type Interpretation = {
  /** Without separators. */
  readonly value: string;
  /** Whether it is only part of a string with other words. */
  readonly isInside?: true;
} & (
  | {
      readonly kind: 'iccid';
      readonly form: 'whole';
      /** It begins with 89. */
      readonly begins: boolean;
      readonly checkFits: boolean;
    }
  | {
      readonly kind: 'imsi';
      readonly form: 'whole';
      /** Whether it begins with a valid mobile country code. */
      readonly begins: boolean;
    }
  | { readonly kind: 'imei'; readonly form: 'imei'; readonly checkFits: boolean }
  | { readonly kind: 'imei'; readonly form: ImeiForm }
  | { readonly kind: 'msisdn'; readonly form: Msisdn['written'] }
  | { readonly kind: 'name'; readonly form: 'text' }
  /** Whether it is too short for a whole identifier. */
  | { readonly kind: 'iccid' | 'imsi' | 'imei' | 'msisdn'; readonly form: 'part' }
);

/**
 * 14 digits as typed; an IMEISV; the first 14 digits of a longer form, which also find its other forms if the service
 * matches substrings; only the model.
 */
type ImeiForm = 'withoutCheck' | 'imeisv' | 'leading' | 'tac';

interface Ranked {
  readonly interpretation: Interpretation;
  readonly rank: number;
}

const shortestPart = 4;

/**
 * The possible meanings of a string, best first: ICCID, IMSI, IMEI, TAC, MSISDN or the name of a Thing. They are ranked
 * by a label ("IMEI: …"), then by first digits, length and check digit; a wrong check digit excludes nothing. Whole
 * identifiers among other words are also found. Only an empty string has no meaning.
 */
export function interpretations(text: string): readonly Interpretation[] {
  const { kind: label, rest } = splitLabel(text);
  const name = nameIn(text, label === 'name' && rest !== '' ? rest : text);
  if (name === undefined) return [];
  const ranked = wholes(text);
  const digits = digitsOf(rest);
  if (ranked.length === 0 && digits === undefined) ranked.push(...inside(text));
  if (ranked.every(({ rank }) => rank < likely) && digits !== undefined) {
    ranked.push(...parts(digits));
  }
  const nameRank = digits !== undefined && digits.length >= shortestPart ? 10 : 40;
  ranked.push({ interpretation: { kind: 'name', form: 'text', value: name }, rank: nameRank });
  return labelled(ranked, label)
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ interpretation }) => interpretation);
}

/** From this rank up, an interpretation has more evidence than just its number of digits. */
const likely = 50;

/** From this rank up, an identifier among other words is likelier than a name that contains its digits. */
const sure = 85;

/** The possible identifiers for the whole text. */
function wholes(text: string): Ranked[] {
  return [...iccids(text), ...imsis(text), ...imeis(text), ...msisdns(text)];
}

/** Ranks interpretations that match the label above all others. */
function labelled(ranked: readonly Ranked[], label: LabelledKind | undefined): readonly Ranked[] {
  return ranked.map(({ interpretation, rank }) => ({
    interpretation,
    rank: interpretation.kind === label ? rank + 100 : rank,
  }));
}

function inside(text: string): readonly Ranked[] {
  const found = new Map<string, Ranked>();
  const given = identifiersInside(text).map((part) => ({ part, label: splitLabel(part).kind }));
  const labels = new Set<string | undefined>(given.map(({ label }) => label));
  for (const { part, label } of given) {
    for (const { interpretation, rank } of labelled(wholes(part), label)) {
      const { kind, form, value } = interpretation;
      const key = `${kind} ${value}`;
      if (form === 'leading' || found.has(key)) continue;
      // A number labelled as an IMSI is not offered as an MSISDN if the text labels another number as an MSISDN.
      if (label !== undefined && label !== kind && labels.has(kind)) continue;
      const order = rank >= sure ? rank : rank - 100;
      found.set(key, { interpretation: { ...interpretation, isInside: true }, rank: order });
    }
  }
  return [...found.values()];
}

function* iccids(text: string): Generator<Ranked> {
  const value = cleanIccid(text);
  if (value === undefined) return;
  const usual = value.length === 19 || value.length === 20;
  const begins = beginsLikeIccid(value);
  const checkFits = hasCheckDigit(value);
  const rank = begins ? (usual ? 90 : 60) : usual && checkFits ? 50 : 20;
  yield { interpretation: { kind: 'iccid', form: 'whole', value, begins, checkFits }, rank };
}

function* imsis(text: string): Generator<Ranked> {
  const value = cleanImsi(text);
  if (value === undefined) return;
  const begins = beginsLikeImsi(value);
  const full = value.length === 15;
  // The zeros of the test network 001 could also be the 00 of a phone number.
  const test = full && value.startsWith('001');
  const rank = test ? 75 : begins ? (full ? 60 : 35) : 12;
  yield { interpretation: { kind: 'imsi', form: 'whole', value, begins }, rank };
}

function* imeis(text: string): Generator<Ranked> {
  const tac = digitsOf(splitLabel(text).rest);
  if (tac?.length === tacDigits) {
    const interpretation = { kind: 'imei', form: 'tac', value: tac } as const;
    yield { interpretation, rank: beginsLikeImei(tac) ? 55 : 28 };
  }
  const value = cleanImei(text);
  if (value === undefined) return;
  const begins = beginsLikeImei(value);
  if (value.length === 15) {
    const checkFits = hasCheckDigit(value);
    const rank = begins ? (checkFits ? 85 : 65) : checkFits ? 45 : 15;
    yield { interpretation: { kind: 'imei', form: 'imei', value, checkFits }, rank };
  } else {
    const form = value.length === 16 ? 'imeisv' : 'withoutCheck';
    yield { interpretation: { kind: 'imei', form, value }, rank: begins ? 70 : 30 };
  }
  const device = leadingDigits(value);
  if (device !== undefined && device !== value) {
    yield {
      interpretation: { kind: 'imei', form: 'leading', value: device },
      rank: begins ? 14 : 8,
    };
  }
}

function* msisdns(text: string): Generator<Ranked> {
  const found = readMsisdn(text);
  if (found === undefined) return;
  const { digits, written } = found;
  yield {
    interpretation: { kind: 'msisdn', form: written, value: digits },
    rank: msisdnRank(text, found),
  };
}

function msisdnRank(text: string, { digits, written }: Msisdn): number {
  if (withoutSeparators(splitLabel(text).rest).startsWith('+')) return 95;
  if (written === 'international') return 70;
  if (written === 'national') return digits.length > 12 ? 13 : 50;
  // No country code begins with 89 (ITU-T E.164, list of codes).
  if (digits.startsWith('89') || digits.length > 13) return 20;
  return digits.length >= 10 ? 58 : 50;
}

function* parts(digits: string): Generator<Ranked> {
  if (digits.length < shortestPart || digits.length >= 16) return;
  const part = (kind: 'iccid' | 'imsi' | 'imei' | 'msisdn', rank: number): Ranked => ({
    interpretation: { kind, form: 'part', value: digits },
    rank,
  });
  yield part('iccid', beginsLikeIccid(digits) ? 35 : 9);
  if (digits.length < 14) yield part('imsi', 7);
  if (digits.length < 14 && digits.length !== tacDigits) {
    yield part('imei', beginsLikeImei(digits) ? 11 : 6);
  }
  if (digits.length < 7) yield part('msisdn', 8);
}

/** The name as typed, without surrounding quotes and invisible characters. */
function nameIn(text: string, given: string): string | undefined {
  if (plainText(text) === '') return undefined;
  // The lookbehind keeps the search linear in long runs of blanks.
  const bare = given.replace(/^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu, '');
  const quoted = /^=?"(.+)"$/su.exec(bare)?.[1] ?? '';
  return quoted.trim() === '' ? bare : quoted;
}
