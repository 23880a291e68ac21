import type { Thing } from '../src/contract/thing.ts';

/** Ways in which an email may write one SIM. */
const spellings: readonly ((thing: Thing) => string)[] = [
  (thing) => `- ${thing.ExternalUniqueId.replaceAll(/(\d{4})/g, '$1 ').trim()}F`,
  (thing) => `> IMEI: ${thing.IMEI.slice(0, 8)}-${thing.IMEI.slice(8)}`,
  (thing) => `\u{a0}${thing.ActiveMobileSubscriber}\u{200b}`,
  (thing) => `+${thing.MSISDN?.slice(0, 2)} ${thing.MSISDN?.slice(2)}`,
  (thing) => `name: ${thing.ThingName}`,
  (thing) => `="${thing.ExternalUniqueId}"; ${thing.ActiveMobileSubscriber}`,
];

/** A SIM as a line of an email, each line in a different spelling. */
export function mailLine(thing: Thing, line: number): string {
  return spellings[line % spellings.length]?.(thing) ?? '';
}
