import type { FleetCheck } from '#contract/inventory.ts';
import type { Thing } from '#contract/thing.ts';
import type { StoredGroup } from '#sandbox/world/groups.ts';
import { isInsideLock } from '#sandbox/world/usage.ts';

/** The checks that open alerts unless configured otherwise, by name. */
export const alertingChecks = [
  'not-found',
  'other-device',
  'outside-lock',
  'shared-imei',
  'suspended-counting',
] as const satisfies readonly FleetCheck[];
export type AlertingCheck = (typeof alertingChecks)[number];

/** The ICCIDs that each check finds. */
export type Found = Readonly<Record<AlertingCheck, ReadonlySet<string>>>;

/** What is known about a SIM from earlier observations. */
interface Known {
  /** The last device that was not missing, or ''. */
  readonly device: string;
  readonly isOther: boolean;
  /** The smallest `Data` since it was suspended. */
  readonly leastData: number | undefined;
}

/** TAC and serial number (3GPP TS 23.003, 6.2), or '' without a device. */
export const deviceOf = (imei: string) =>
  /^\d{14,16}$/.test(imei) && !/^0+$/.test(imei) ? imei.slice(0, 14) : '';

/**
 * Looks at the sandbox's own records from time to time, and finds what the checks mean by their definitions. Good for
 * less than the week after which another device is forgotten.
 */
export function createFleetOracle() {
  const known = new Map<string, Known>();

  function remember({ ExternalUniqueId, IMEI, State, Data }: Thing): void {
    const before = known.get(ExternalUniqueId);
    const device = deviceOf(IMEI);
    const isOther = before && before.device !== '' && device !== '' && before.device !== device;
    known.set(ExternalUniqueId, {
      device: device === '' ? (before?.device ?? '') : device,
      isOther: before?.isOther === true || isOther === true,
      leastData: State === 'SUSPENDED' ? Math.min(before?.leastData ?? Data, Data) : undefined,
    });
  }

  return (things: readonly Thing[], groups: readonly Readonly<StoredGroup>[]): Found => {
    for (const thing of things) remember(thing);
    const groupOf = new Map(groups.map((group) => [group.id, group]));
    const users = Map.groupBy(things, ({ IMEI }) => deviceOf(IMEI));
    const listed = new Set(things.map(({ ExternalUniqueId }) => ExternalUniqueId));
    const where = (isFound: (thing: Thing, before: Known | undefined) => boolean | undefined) =>
      new Set(
        things.flatMap((thing) => {
          const { ExternalUniqueId: iccid } = thing;
          return isFound(thing, known.get(iccid)) === true ? [iccid] : [];
        }),
      );
    return {
      'outside-lock': where(({ ThingsGroupId = '', IMEI, State }) => {
        const group = groupOf.get(ThingsGroupId);
        return group && State !== 'SUSPENDED' && !isInsideLock(group, IMEI);
      }),
      'shared-imei': where(({ IMEI }) => {
        const device = deviceOf(IMEI);
        return device !== '' && (users.get(device)?.length ?? 0) > 1;
      }),
      'suspended-counting': where(({ Data }, before) => Data > (before?.leastData ?? Infinity)),
      'other-device': where((_, before) => before?.isOther),
      'not-found': new Set([...known.keys()].filter((iccid) => !listed.has(iccid))),
    };
  };
}
