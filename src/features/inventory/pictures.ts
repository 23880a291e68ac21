import type { FleetSummary, SimCondition, SimFieldName } from '#api/inventory.ts';
import { counted } from '#lib/counted.ts';

import { daysWords, simsList } from './simsFilters.ts';

/** The bar styles, in the order of the states. Each style has its own pattern. */
const looks = ['plain', 'suspended', 'other', 'unknown'] as const;
type Look = (typeof looks)[number];

/** The states of some SIMs, in the order in which every part of the page shows them. */
export function stateParts(states: Readonly<Record<string, number>>) {
  return Object.entries(states)
    .map(([state, sims]) => ({
      state,
      label: state === '' ? 'State not reported' : state,
      sims,
      look: looksOfStates.get(state) ?? 'other',
    }))
    .toSorted(
      (a, b) => looks.indexOf(a.look) - looks.indexOf(b.look) || a.label.localeCompare(b.label),
    );
}

const looksOfStates = new Map<string, Look>([
  ['ACTIVE', 'plain'],
  ['SUSPENDED', 'suspended'],
  ['', 'unknown'],
]);

export interface PictureRow {
  readonly key: string;
  readonly label: string;
  /** The name that belongs to a code, such as that of a device model. */
  readonly name?: string | undefined;
  readonly isIdentifier?: boolean;
  readonly sims: number;
  /** The URL of the list with exactly these SIMs. */
  readonly to: string;
  readonly look: Look;
}

/** One chart: a table with bars, and with its numbers as text. */
export interface Picture {
  readonly id: string;
  readonly heading: string;
  /** The header of the column with the row labels. */
  readonly what: string;
  readonly rows: readonly PictureRow[];
  /** A remark on what the rows do not show. */
  readonly note?: string | undefined;
}

export function pictures(summary: FleetSummary): readonly Picture[] {
  return [agesPicture(summary), modelsPicture(summary), networksPicture(summary)];
}

function row(
  key: string,
  label: string,
  sims: number,
  to: string,
  look: Look = 'plain',
): PictureRow {
  return { key, label, sims, to, look };
}

/**
 * Each row includes the rows below it, so that its number matches the linked list: "older than 7 days" also lists the
 * SIMs older than 30 days.
 */
function agesPicture({ locationAges: ages }: FleetSummary): Picture {
  const known = ages.filter(({ isKnown }) => isKnown);
  const limits = known.flatMap(({ upToDays }) => upToDays ?? []);
  const [first] = limits;
  const upTo = known.find(({ upToDays }) => upToDays === first)?.sims ?? 0;
  const none = ages.find(({ isKnown }) => !isKnown)?.sims ?? 0;
  const olderThan = (days: number) =>
    known
      .filter(({ upToDays }) => upToDays === null || upToDays > days)
      .reduce((sum, { sims }) => sum + sims, 0);
  return {
    id: 'ages',
    heading: 'Age of the last location',
    what: 'Last location',
    rows: [
      ...(first === undefined
        ? []
        : [row('recent', `Within ${daysWords(first)}`, upTo, simsList(located('within', first)))]),
      ...limits.map((days) =>
        row(
          String(days),
          `Older than ${daysWords(days)}`,
          olderThan(days),
          simsList(located('older-than', days)),
          'suspended',
        ),
      ),
      row('none', 'None reported', none, simsList(has('located', null)), 'unknown'),
    ],
    note: 'Each “Older than” row also counts the SIMs in the “Older than” rows below it.',
  };
}

function modelsPicture({ models, otherModels, noDevice, unknownDevice }: FleetSummary): Picture {
  const { models: others, sims: ofOthers } = otherModels;
  const toOthers = simsList(
    { field: 'tac', relation: 'none-of', values: models.map(({ tac }) => tac) },
    { field: 'tac', relation: 'not-empty', values: [] },
  );
  const toNone = simsList({ field: 'imei', relation: 'empty', values: [] });
  const rest = [
    row('others', counted(others, 'other model'), ofOthers, toOthers, 'other'),
    row('no-device', 'No device reported', noDevice, toNone, 'unknown'),
    row('unknown', 'Device not in any list', unknownDevice, simsList(has('imei', null)), 'unknown'),
  ];
  return {
    id: 'models',
    heading: 'Device models (TAC)',
    what: 'TAC',
    rows: [
      ...models.map(({ tac, name, sims }) => ({
        ...row(tac, tac, sims, simsList(has('tac', tac))),
        name,
        isIdentifier: true,
      })),
      ...rest.filter(({ key, sims }) => sims > 0 || key === 'no-device'),
    ],
    note: 'The first eight digits of an IMEI identify the model. Its name comes from the operators of the console, not from the service.',
  };
}

function networksPicture({ networks }: FleetSummary): Picture {
  return {
    id: 'networks',
    heading: 'Networks of the last location',
    what: 'Country and network code',
    rows: networks.map(({ network, name, sims }) =>
      network === null
        ? row('', 'None reported', sims, simsList(has('network', null)), 'unknown')
        : {
            ...row(network, network, sims, simsList(has('network', network))),
            name,
            isIdentifier: true,
          },
    ),
  };
}

/** The condition for SIMs with this value or, for null, for SIMs that no list has shown with any. */
export function has(field: SimFieldName, value: string | null): SimCondition {
  return value === null
    ? { field, relation: 'unknown', values: [] }
    : { field, relation: 'is', values: [value] };
}

function located(relation: 'within' | 'older-than', days: number): SimCondition {
  return { field: 'located', relation, values: [String(days)] };
}
