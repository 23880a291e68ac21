import { isCheckout } from '../files.ts';

/** The programs that an operator starts. */
type Command = 'serve' | 'sessions' | 'fleet';

/**
 * How to start a program here, as shown in the help texts.
 *
 * @param args what follows its name
 */
export function calledAs(command: Command, args = ''): string {
  const separator = args === '' ? '' : ' ';
  if (isCheckout) return `npm run ${command}${separator && ' -- '}${args}`;
  const name = command === 'serve' ? '' : ` ${command}`;
  return `node sim-console.mjs${name}${separator}${args}`;
}

/**
 * Lines of a help text, with the explanations aligned in a column.
 *
 * @param rows what to type, and what it does
 */
export function helpRows(rows: readonly (readonly [string, string])[]): string {
  // A longer one has its explanation on the next line.
  const width = Math.max(...rows.map(([{ length }]) => (length > 50 ? 0 : length)));
  const gap = (typed: string) => (typed.length > width ? `\n${' '.repeat(width + 3)}` : ' ');
  return rows
    .map(([typed, meaning]) => `  ${typed.padEnd(width)}${gap(typed)}${meaning}`)
    .join('\n');
}
