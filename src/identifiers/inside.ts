import { splitLabel } from './labels.ts';
import { plainText } from './noise.ts';

/**
 * Digits among other words that can be a whole identifier: 14 to 22 digits in a row or in groups separated by
 * a space or dash, or a phone number with a plus or a label. Fewer digits are more likely part of a name.
 */
const patterns = [
  /(?<!\d)\d{7,22}(?!\d)/g,
  /\+\d(?:[ \p{Pd}()]{0,2}\d){6,14}(?!\d)/gu,
  /(?<![\p{L}\d])\d+(?:[ \p{Pd}]\d+)+(?![\p{L}\d])/gu,
];
const fewest = 14;
const fewestOfPhone = 7;
const most = 22;

/** Finds the parts of a string that can be whole identifiers, each with the label before it, such as "IMEI: …". */
export function identifiersInside(text: string): readonly string[] {
  let rest = plainText(text);
  const found: string[] = [];
  for (const pattern of patterns) {
    // A match is replaced with a letter, so that the digits around it are not joined.
    rest = rest.replace(pattern, (run: string, at: number) => {
      const count = run.replaceAll(/\D/g, '').length;
      const label = labelBefore(rest.slice(0, at));
      const isPhone = run.startsWith('+') || splitLabel(label).kind === 'msisdn';
      if (count < (isPhone ? fewestOfPhone : fewest) || count > most) return run;
      found.push(label + run);
      return 'x';
    });
  }
  return found;
}

function labelBefore(text: string): string {
  const [word = ''] = /\p{L}+\W{0,3}$/u.exec(text) ?? [];
  return splitLabel(word).kind === undefined ? '' : word;
}
