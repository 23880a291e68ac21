import { type FleetSummary, maxListed, type SimFieldName } from '#api/inventory.ts';
import { withName } from '#lib/withName.ts';

/** A selectable value and its label. */
export interface KnownValue {
  readonly value: string;
  readonly label: string;
}

export type KnownValues = Readonly<Partial<Record<SimFieldName, readonly KnownValue[]>>>;

/** The fields whose values the summary lists, if there are not too many. */
export const summarizedFields: readonly SimFieldName[] = ['group', 'state', 'network'];

/** The values that occur in the fleet, as counted in its summary. */
export function knownValues({ groups, networks }: FleetSummary): KnownValues {
  const names = Map.groupBy(groups, ({ name }) => name);
  const isAmbiguous = (name: string) => (names.get(name)?.length ?? 0) > 1;
  const ofGroups = groups.flatMap(({ id, name }) => {
    if (id === null) return [];
    if (name === null) return [{ value: id, label: id }];
    return [{ value: id, label: isAmbiguous(name) ? `${name} (${id})` : name }];
  });
  const states = new Set(groups.flatMap(({ states: some }) => Object.keys(some)));
  return {
    ...(groups.length < maxListed && { group: sorted(ofGroups), state: plain([...states]) }),
    ...(networks.length < maxListed && {
      network: sorted(
        networks.flatMap(({ network, name }) =>
          network === null ? [] : [{ value: network, label: withName(network, name) }],
        ),
      ),
    }),
  };
}

function plain(values: readonly string[]): readonly KnownValue[] {
  return sorted(values.flatMap((value) => (value === '' ? [] : [{ value, label: value }])));
}

function sorted(values: readonly KnownValue[]): readonly KnownValue[] {
  return values.toSorted((a, b) => a.label.localeCompare(b.label));
}
