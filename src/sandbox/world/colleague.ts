import type { Customer } from './customers.ts';
import { type GroupPatch, isGroupName, type StoredGroup } from './groups.ts';
import { fraction, hash32, itemAt } from './random.ts';
import { changeGroup } from './worldChanges.ts';

/** The interval between the colleague's changes to a customer's groups. */
export const colleagueEveryMs = 150_000;

/** A change that the sandbox made on its own. */
export interface ColleagueChange {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly groupId: string;
  readonly patch: GroupPatch;
}

/** A simulated colleague who works outside this console, so that newcomers see other users' changes. */
export interface Colleague {
  /** Makes the changes that are due at `now`, in milliseconds since the Unix epoch. */
  catchUp(now: number): void;
  /** When the next change is due. */
  nextAt(): number;
  /** The changes so far, oldest first. */
  readonly changes: readonly ColleagueChange[];
}

/** @param startedAt when the colleague starts working, in milliseconds since the Unix epoch */
export function createColleague(customers: readonly Customer[], startedAt: number): Colleague {
  const changes: ColleagueChange[] = [];
  let done = 0;
  const nextAt = () => startedAt + (done + 1) * colleagueEveryMs;
  return {
    changes,
    nextAt,
    catchUp(now) {
      for (; nextAt() <= now; done++) {
        const at = nextAt();
        for (const customer of customers) {
          const { groups, seed } = customer;
          const group = itemAt(groups, hash32(seed, done, 80) % groups.length);
          const patch = nextPatch(group, groups, fraction(seed, done, 81));
          changeGroup(customer, group, patch, at);
          changes.push({ at, groupId: group.id, patch });
        }
      }
    },
  };
}

const pilot = ' (pilot)';

/** Mostly a lock or unlock if the group has a prefix, otherwise a new name: changes that the service accepts. */
function nextPatch(group: StoredGroup, groups: readonly StoredGroup[], chance: number): GroupPatch {
  if (group.imeiPrefix !== '' && chance < 0.7) return { lockMasterImei: !group.lockMasterImei };
  const name = group.name.endsWith(pilot)
    ? group.name.slice(0, -pilot.length)
    : `${group.name}${pilot}`;
  const isTaken = groups.some((one) => one.name.toLowerCase() === name.toLowerCase());
  // The same profile id changes only DateModified.
  return isTaken || !isGroupName(name) ? { profileId: group.profileId } : { name };
}
