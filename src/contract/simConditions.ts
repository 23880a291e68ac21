import {
  matching,
  oneOf,
  type Parameter,
  type RepeatedParameter,
  text,
  wholeNumber,
} from './parameters.ts';
import { blockFlags } from './thing.ts';

/**
 * What can be said about a field. The service may report a field as empty, which is a value; a field that no list has
 * contained is unknown, and fulfils `unknown` only: neither "is X" nor "is not X" can be said about it.
 */
const takes = {
  is: 'value',
  'is-not': 'value',
  'any-of': 'values',
  'none-of': 'values',
  'begins-with': 'beginning',
  empty: 'nothing',
  'not-empty': 'nothing',
  unknown: 'nothing',
  'older-than': 'days',
  within: 'days',
} as const;
export type SimRelation = keyof typeof takes;

/** A field that conditions can refer to. */
interface SimField {
  /** Its relations, in form order. */
  readonly relations: readonly SimRelation[];
  /** How one value is parsed; undefined for a time. */
  readonly value?: Parameter<string>;
  /** How the first characters of a value are parsed. */
  readonly beginning?: Parameter<string>;
}

const compared = ['is', 'is-not', 'any-of', 'none-of'] as const;
const emptiness = ['empty', 'not-empty', 'unknown'] as const;
const someText: Parameter<string> = {
  ...text,
  parse: (given) => (given === '' ? undefined : text.parse(given)),
};

/** The fields by their names in an address, in form order. */
export const simFields = {
  group: { relations: [...compared, 'unknown'], value: someText },
  state: { relations: [...compared, 'unknown'], value: someText },
  /** A SIM can have several block flags: "is" means that the flag is among them. */
  block: { relations: [...compared, ...emptiness], value: oneOf<string>(blockFlags) },
  /** All forms of an IMEI that identify the same device count as the same value. */
  imei: {
    relations: [...compared, 'begins-with', ...emptiness],
    value: matching(/^(?!0+$)\d{14,16}$/, '14 to 16 digits, not all of them zeros'),
    beginning: matching(/^\d{1,14}$/, '1 to 14 digits'),
  },
  tac: {
    relations: [...compared, 'begins-with', ...emptiness],
    value: matching(/^\d{8}$/, '8 digits'),
    beginning: matching(/^\d{1,8}$/, '1 to 8 digits'),
  },
  imsi: {
    relations: [...compared, 'begins-with', 'unknown'],
    value: someText,
    beginning: matching(/^\d{1,15}$/, '1 to 15 digits'),
  },
  network: { relations: [...compared, 'begins-with', 'unknown'], value: someText },
  located: { relations: ['older-than', 'within', 'unknown'] },
  'first-listed': { relations: ['older-than', 'within'] },
  'last-listed': { relations: ['older-than', 'within'] },
  /** When a list last showed a different device than the list before it. */
  'device-change': { relations: ['within', 'unknown'] },
  /** What users of the console have written about the SIM; empty if there is no note, and never unknown. */
  note: { relations: ['empty', 'not-empty'] },
  /** SIMs that are new in an alert, or were when somebody acknowledged it; never unknown. */
  alert: { relations: ['is'], value: matching(/^[\w-]{1,64}$/, 'the id of an alert') },
} as const satisfies Readonly<Record<string, SimField>>;
export type SimFieldName = keyof typeof simFields;

const fields: Readonly<Record<SimFieldName, SimField>> = simFields;
export const simFieldNames = Object.keys(fields).filter(isField);

/** One condition on SIMs. Days are written as digits, and no value is empty. */
export interface SimCondition {
  readonly field: SimFieldName;
  readonly relation: SimRelation;
  readonly values: readonly string[];
}

export const maxConditions = 20;
const maxValues = 50;
const days = wholeNumber(1, 3650);

export function relationsOf(field: SimFieldName): readonly SimRelation[] {
  return fields[field].relations;
}

/** How many values a condition takes, and what each must be. */
export function valuesOf(field: SimFieldName, relation: SimRelation) {
  const { value, beginning = value } = fields[field];
  const kind = takes[relation];
  const each = { value, values: value, beginning, days, nothing: undefined }[kind];
  return { kind, max: kind === 'nothing' ? 0 : kind === 'values' ? maxValues : 1, each };
}

/** Undefined if the field has no such relation, or a value does not fit. */
export function simCondition(
  field: SimFieldName,
  relation: SimRelation,
  values: readonly string[] = [],
): SimCondition | undefined {
  const { max, each } = valuesOf(field, relation);
  const distinct = [...new Set(values)];
  const isFine =
    relationsOf(field).includes(relation) &&
    distinct.length <= max &&
    distinct.length >= Math.min(max, 1) &&
    distinct.every((value) => each?.parse(value) !== undefined);
  return isFine ? { field, relation, values: distinct } : undefined;
}

/** A condition in an address or a call, such as `tac.none-of.35208115,35208116`. */
export function writeCondition({ field, relation, values }: SimCondition): string {
  const written = values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C'));
  return [field, relation, ...(written.length > 0 ? [written.join(',')] : [])].join('.');
}

export function readCondition(written: string): SimCondition | undefined {
  const [, field = '', relation = '', values] =
    /^([a-z-]+)\.([a-z-]+)(?:\.(.*))?$/su.exec(written) ?? [];
  if (!isField(field) || !isRelation(relation)) return undefined;
  const given = values?.split(',') ?? [];
  return simCondition(
    field,
    relation,
    given.map((value) => value.replaceAll('%2C', ',').replaceAll('%25', '%')),
  );
}

/** The conditions in the query string of an address. Commas stay unencoded, which is valid and easier to read. */
export function conditionsSearch(conditions: readonly SimCondition[]): string {
  const where = conditions.map((condition) => ['where', writeCondition(condition)]);
  return String(new URLSearchParams(where)).replaceAll('%2C', ',');
}

/** The conditions in a call; a SIM must fulfil all of them. */
export const whereParameter: RepeatedParameter<SimCondition> = {
  parse: readCondition,
  write: writeCondition,
  expected: 'a condition such as state.is.ACTIVE',
  maxTimes: maxConditions,
};

function isField(name: string): name is SimFieldName {
  return Object.hasOwn(simFields, name);
}

function isRelation(name: string): name is SimRelation {
  return Object.hasOwn(takes, name);
}
