import { plainText } from './noise.ts';

/** The kinds of identifiers that have labels. */
export type LabelledKind = 'iccid' | 'imsi' | 'imei' | 'msisdn' | 'name';

interface Labelled {
  /** The kind named by the label; undefined without a label, or with a general label such as "SIM". */
  readonly kind: LabelledKind | undefined;
  /** The text after the label. */
  readonly rest: string;
}

const words: readonly (readonly [RegExp, LabelledKind | undefined])[] = [
  [/^(?:e?sim\W*)?icc\W?id\b/i, 'iccid'],
  [/^imsi\b/i, 'imsi'],
  [/^(?:imei(?:\W?sv)?|tac)\b/i, 'imei'],
  [/^(?:msisdn|phone|tel(?:ephone)?|mobile|cell)\b/i, 'msisdn'],
  [/^(?:thing\W?)?name(?=\s*[:=])/i, 'name'],
  [/^(?:sim(?:\W?card)?|thing)\b/i, undefined],
];
/** A label may be numbered, as in "IMEI 1: …". More digits can be the identifier's own. */
const trimmings =
  /^\s*(?:number|no\.?|id|#)?\s*(?:[#(]?0?\d\)?\s*(?==|:(?:\s.{6}|\+?\d{7})))?[:=#]?\s*/i;

/**
 * Splits a label such as "IMEI:", "ICCID no." or "tel" from the text after it. Quotes and
 * brackets before it are dropped, because pasted lists have them.
 */
export function splitLabel(text: string): Labelled {
  const plain = plainText(text).replace(/^["'=([{<]+/, '');
  for (const [word, kind] of words) {
    const found = word.exec(plain);
    if (found) return { kind, rest: plain.slice(found[0].length).replace(trimmings, '') };
  }
  return { kind: undefined, rest: plain };
}

/** Whether a string is only a label, such as the heading of a pasted column. */
export function isOnlyLabel(text: string): boolean {
  return plainText(text) !== '' && /^\W*$/.test(splitLabel(`${text}:`).rest);
}
