import { formatNumber } from './format.ts';

/** A count with its noun: "1 call", "1,234 calls". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
