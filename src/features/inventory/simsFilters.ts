import {
  conditionsSearch,
  fleetChecks,
  maxConditions,
  readCondition,
  relationsOf,
  simFieldNames,
  writeCondition,
  type FleetCheck,
  type SimCondition,
  type SimFieldName,
  type SimRelation,
} from '#api/inventory.ts';
import { withName } from '#lib/withName.ts';
import { paths } from '#paths.ts';

/** The name of a field's value, such as that of a group or a network; undefined if none is known. */
export type ValueName = (field: SimFieldName, value: string) => string | undefined;

/** The fields as named in the form; a missing field is a compile error. */
export const fieldLabels: Readonly<Record<SimFieldName, string>> = {
  group: 'Thing Group',
  state: 'State',
  block: 'Block',
  imei: 'IMEI',
  tac: 'Device model (TAC)',
  imsi: 'IMSI',
  network: 'Network',
  located: 'Last location',
  'first-listed': 'First listed',
  'last-listed': 'Last listed',
  'device-change': 'Device change',
  note: 'Note',
  alert: 'Alert',
};

/** The form's fields. Nobody types an alert's id: links set that condition, and it can be removed. */
export const formFields = simFieldNames.filter((field) => field !== 'alert');

/** The relations as named in the form; a missing relation is a compile error. */
export const relationLabels: Readonly<Record<SimRelation, string>> = {
  is: 'is',
  'is-not': 'is not',
  'any-of': 'any of',
  'none-of': 'none of',
  'begins-with': 'begins with',
  empty: 'is empty',
  'not-empty': 'is not empty',
  unknown: 'is not known',
  'older-than': 'older than',
  within: 'within',
};

const relationHints: Readonly<Partial<Record<SimRelation, string>>> = {
  empty: 'The service reported none.',
  'not-empty': 'The service reported one.',
  unknown: 'No list has shown it.',
};

/** What a relation means, where its name does not say it. */
export function relationHint(field: SimFieldName, relation: SimRelation): string | undefined {
  if (field !== 'note') return relationHints[relation];
  return relation === 'empty' ? 'Nobody has written a note.' : 'There is at least one note.';
}

/**
 * A condition in words, such as "Device model (TAC) is 35208115".
 *
 * @param maxNamed how many of its values are named
 */
export function conditionWords(
  { field, relation, values }: SimCondition,
  nameOf: ValueName,
  maxNamed = Infinity,
): string {
  if (field === 'alert') return `New in an alert (${values.join('').slice(0, 8)})`;
  const said = values.slice(0, maxNamed).map((value) => {
    if (relation === 'older-than' || relation === 'within') return daysWords(Number(value));
    const name = nameOf(field, value);
    // The name replaces a group's id, but appears beside a code.
    return field === 'group' ? (name ?? value) : withName(value, name);
  });
  const isSeveral = relation === 'any-of' || relation === 'none-of';
  const relationWords = `${isSeveral ? 'is ' : ''}${relationLabels[relation]}`;
  const others = values.length - said.length;
  const valueWords = `${said.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  return [fieldLabels[field], relationWords, valueWords].join(' ').trim();
}

export function daysWords(days: number): string {
  return days === 1 ? 'a day' : `${days} days`;
}

/** The fields of these conditions that may be unknown for a SIM, such as "State, IMEI or Network". */
export function unknowableWords(conditions: readonly SimCondition[]): string {
  const fields = conditions
    .filter(
      ({ field, relation }) => relation !== 'unknown' && relationsOf(field).includes('unknown'),
    )
    .map(({ field }) => fieldLabels[field]);
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(new Set(fields));
}

/** The list with exactly the SIMs that fulfil these conditions. */
export function simsList(...conditions: readonly SimCondition[]): string {
  return paths.fleet('sims', conditionsSearch(conditions));
}

/** Proxies accept at least 8,000 characters, but the rest of a call's address takes up some of them. */
const maxSearch = 6000;

/** Whether these conditions fit into an address. */
export function fitAddress(conditions: readonly SimCondition[]): boolean {
  const { length } = String(new URLSearchParams(conditionsSearch(conditions)));
  return conditions.length <= maxConditions && length <= maxSearch;
}

/** The conditions in an address, and the parts of it that cannot be used. */
export function readConditions(search: URLSearchParams) {
  const conditions: SimCondition[] = [];
  const invalid: string[] = [];
  const seen = new Set<string>();
  for (const text of search.getAll('where')) {
    const condition = readCondition(text);
    const written = condition && writeCondition(condition);
    if (written !== undefined && seen.has(written)) continue;
    if (condition && written !== undefined && fitAddress([...conditions, condition])) {
      conditions.push(condition);
      seen.add(written);
    } else invalid.push(`where=${Array.from(text).slice(0, 60).join('')}`);
  }
  return { conditions, invalid };
}

/**
 * The query string with these conditions; other tools' parameters are kept.
 *
 * @param before the cursor of a page; empty for the first
 */
export function writeSearch(
  current: URLSearchParams,
  conditions: readonly SimCondition[],
  before: string,
): string {
  const others = new URLSearchParams(current);
  for (const name of ['where', 'before']) others.delete(name);
  if (before !== '') others.set('before', before);
  return [conditionsSearch(conditions), String(others)].filter((part) => part !== '').join('&');
}

export function readCheck(list: string | undefined): FleetCheck | undefined {
  return fleetChecks.find((check) => check === list);
}
