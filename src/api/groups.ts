import { endpoints } from '#contract/endpoints.ts';
import { thingsGroup, type ThingsGroup, type ThingsGroupUpdate } from '#contract/thingsGroup.ts';

import { malformed } from './errors.ts';
import type { Http } from './http.ts';
import { parseJson } from './json.ts';
import { listReader, type LenientRecord } from './lenient.ts';

/** One Thing Group as far as the answer could be read: only its id is sure to be there. */
export type ThingsGroupRecord = LenientRecord<ThingsGroup, 'ThingsGroupId'>;

export interface ThingsGroupList {
  readonly groups: readonly ThingsGroupRecord[];
  /** Records in the answer that could not be read at all. */
  readonly unreadable: number;
  readonly requestId: string;
}

/** The service's answer to an update: it confirms with the id of the group (API document 4.4). */
export interface UpdateAnswer {
  /** False where the service confirmed another group than the one that was meant. */
  readonly sameGroup: boolean;
  readonly requestId: string;
}

export interface GroupsApi {
  /** The list comes whole; the service knows no filter or page for it (API document 4.3). */
  list(options?: { signal?: AbortSignal }): Promise<ThingsGroupList>;
  /**
   * Sends exactly the four documented keys, once (API document 4.4).
   *
   * @throws {ApiError} also `malformed`, when the answer is no id: whether it was stored is not known
   */
  update(groupId: string, update: ThingsGroupUpdate): Promise<UpdateAnswer>;
}

/**
 * A prefix that came as a number may have lost its leading zeros: it counts as not reported, or the next
 * save would store the loss.
 */
function withSurePrefix(group: ThingsGroupRecord): ThingsGroupRecord {
  if (typeof group.raw['IMEIPrefix'] !== 'number') return group;
  const { IMEIPrefix: _, ...rest } = group;
  return rest;
}

/** What can be an id at all. A page of something between here and the service cannot. */
const anyId = /^[\w.:-]{1,128}$/;

const readGroups = listReader(thingsGroup, 'ThingsGroupId');

export function createGroupsApi(http: Http, prefix: string): GroupsApi {
  const list = endpoints.listThingsGroups;
  const put = endpoints.updateThingsGroup;
  return {
    async list(options) {
      const route = `${prefix}${list.path}`;
      const call = { method: list.method, route, signal: options?.signal };
      const answer = await http.send(call);
      const items = parseJson(answer.text);
      if (!Array.isArray(items)) throw malformed(call, answer);
      const { records, unreadable } = readGroups(items);
      return { groups: records.map(withSurePrefix), unreadable, requestId: answer.requestId };
    },
    async update(groupId, update) {
      const { TelephonyProfileId, ThingsGroupName, IMEIPrefix, LockMasterImei } = update;
      const call = {
        method: put.method,
        route: `${prefix}${put.path}`,
        path: `${prefix}${put.path.replace('{ThingsGroupId}', encodeURIComponent(groupId))}`,
        body: {
          TelephonyProfileId,
          ThingsGroupName,
          IMEIPrefix,
          LockMasterImei,
        } satisfies ThingsGroupUpdate,
      };
      const answer = await http.send(call);
      const confirmed = answer.text.trim().replace(/^"(.*)"$/, '$1');
      const sameGroup = confirmed === '' || confirmed === groupId;
      if (!sameGroup && !anyId.test(confirmed)) throw malformed(call, answer);
      return { sameGroup, requestId: answer.requestId };
    },
  };
}
