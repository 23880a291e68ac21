import { plainText } from './noise.ts';

/** What an identifier can be called by. */
export type LabelledKind = 'iccid' | 'imsi' | 'imei' | 'msisdn' | 'name';

interface Labelled {
  /** What the label says that follows; undefined where there is no label, or only one such as "SIM". */
  readonly kind: LabelledKind | undefined;
  /** The text behind the label. */
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
const trimmings = /^\s*(?:number|no\.?|id|#)?\s*[:=#]?\s*/i;

/**
 * Splits a label such as "IMEI:", "ICCID no." or "tel" from what it stands before. Quotes around the
 * whole are left out, since lists are pasted with them.
 */
export function splitLabel(text: string): Labelled {
  const plain = plainText(text).replace(/^["'=]+/, '');
  for (const [word, kind] of words) {
    const found = word.exec(plain);
    if (found) return { kind, rest: plain.slice(found[0].length).replace(trimmings, '') };
  }
  return { kind: undefined, rest: plain };
}

/** Whether a text is a label and nothing else, such as the heading of a pasted column. */
export function isOnlyLabel(text: string): boolean {
  return plainText(text) !== '' && /^\W*$/.test(splitLabel(`${text}:`).rest);
}
