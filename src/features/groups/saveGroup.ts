import type { Api } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import type { ThingsGroupRecord } from '#api/groups.ts';

import { baselineOf, type Baseline, type GroupChoice } from './groupForm.ts';

/** How a save ended; a refusal by the service is thrown as its ApiError. */
export type SaveOutcome =
  /** Nothing was sent: the group is not in the list any more. */
  | { readonly kind: 'gone' }
  /** Nothing was sent: somebody changed what this form would overwrite. */
  | { readonly kind: 'changed'; readonly stored: Baseline }
  /** Nothing was sent: only the date of the last change differs. */
  | { readonly kind: 'touched'; readonly stored: Baseline }
  /** Sent and accepted; `result` says what reading it again showed. */
  | { readonly kind: 'accepted'; readonly result: Confirmation };

export type Confirmation = 'saved' | 'unconfirmed' | 'different' | 'otherGroup' | 'notReRead';

interface Save {
  readonly groupId: string;
  /** What the person saw when they decided. */
  readonly baseline: Baseline;
  readonly choice: GroupChoice;
}

/**
 * Stores a choice without harm: reads the group again straight before, stops at any difference, sends
 * the four documented keys once, and reads again to see what was stored. The service has no version
 * and the last write wins (API document 2.3, 4.4), so the moment between reading and writing is kept
 * as short as it can be; it cannot be closed.
 *
 * @throws {ApiError} as the service refused, or when the group could not be read first
 */
export async function saveGroup(
  api: Api,
  { groupId, baseline, choice }: Save,
): Promise<SaveOutcome> {
  const before = await readGroup(api, groupId);
  if (!before) return { kind: 'gone' };
  const stored = baselineOf(before);
  if (!sameSettings(stored, baseline)) return { kind: 'changed', stored };
  if (stored.modified !== baseline.modified) return { kind: 'touched', stored };
  if (stored.profileId === undefined) return { kind: 'changed', stored };

  const { sameGroup } = await api.groups.update(groupId, {
    TelephonyProfileId: stored.profileId,
    ThingsGroupName: choice.name,
    IMEIPrefix: choice.prefix,
    LockMasterImei: choice.lock,
  });
  if (!sameGroup) return { kind: 'accepted', result: 'otherGroup' };
  return { kind: 'accepted', result: await confirm(api, groupId, choice) };
}

async function confirm(api: Api, groupId: string, choice: GroupChoice): Promise<Confirmation> {
  let after: ThingsGroupRecord | undefined;
  try {
    after = await readGroup(api, groupId);
  } catch (error) {
    // The change itself was accepted: failing to look at it must not read as a failure to save.
    if (error instanceof ApiError) return 'notReRead';
    throw error;
  }
  if (!after) return 'different';
  const { name, prefix, lock } = baselineOf(after);
  const agrees =
    name === choice.name &&
    (prefix === undefined || prefix === choice.prefix) &&
    (lock === undefined || lock === choice.lock);
  if (!agrees) return 'different';
  return prefix === undefined || lock === undefined ? 'unconfirmed' : 'saved';
}

async function readGroup(api: Api, groupId: string): Promise<ThingsGroupRecord | undefined> {
  const { groups } = await api.groups.list();
  return groups.find((group) => group.ThingsGroupId === groupId);
}

function sameSettings(a: Baseline, b: Baseline): boolean {
  return (
    a.name === b.name && a.profileId === b.profileId && a.prefix === b.prefix && a.lock === b.lock
  );
}
