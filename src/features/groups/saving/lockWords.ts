import type { Baseline } from '../editor/groupForm.ts';
import { messages } from '../messages.ts';

export function lockWord(lock: boolean | undefined): string {
  if (lock === undefined) return messages.notReported;
  return lock ? messages.locked : messages.unlocked;
}

export function prefixWord(prefix: string | undefined): string {
  return prefix === undefined ? messages.notReported : prefix || messages.noPrefix;
}

/** For example "Locked · 35693803", "Unlocked · no prefix", "not reported". */
export function lockWords({ lock, prefix }: Pick<Baseline, 'lock' | 'prefix'>): string {
  if (lock === undefined && prefix === undefined) return messages.notReported;
  return `${lockWord(lock)} · ${prefixWord(prefix)}`;
}
