import { endpoints } from '#contract/endpoints.ts';
import { keysWhere } from '#contract/groupFields.ts';
import type { ThingsGroupUpdate } from '#contract/groupValues.ts';
import { apiPrefix } from '#contract/session.ts';
import { thingsGroup, type ThingsGroup } from '#contract/thingsGroup.ts';
import { parseJson } from '#lib/json.ts';

import type { Api } from './client.ts';
import { malformed } from './errors.ts';
import { listReader, type LenientRecord } from './lenient.ts';

/** What could be read of one Thing Group in the response; only the id is guaranteed. */
export type ThingsGroupRecord = LenientRecord<ThingsGroup, 'ThingsGroupId'>;

export interface ThingsGroupList {
  readonly groups: readonly ThingsGroupRecord[];
  /** Records in the response that could not be read at all. */
  readonly unreadable: number;
  readonly requestId: string;
}

export type GroupsApi = ReturnType<typeof groupsApi>;

/**
 * A prefix sent as a number may have lost leading zeros. It is treated as not reported, because the next save
 * would store the shortened value.
 */
function withoutNumbers(group: ThingsGroupRecord): ThingsGroupRecord {
  const unsure = textsAlone.filter((key) => typeof group.raw[key] === 'number');
  return { ...group, ...Object.fromEntries(unsure.map((key) => [key, undefined])) };
}

const textsAlone = keysWhere({ takesNumber: false });

/** Text that is unlikely to be an id: a proxy's page, an error body, or prose. */
const noId = /[\s<>{}]|^.{129}/u;

/** Compares the id in a response, either plain or as JSON. Surrounding whitespace may be part of the id. */
function confirms(text: string, groupId: string): boolean {
  return [text, text.trim(), parseJson(text)].includes(groupId);
}

const readGroups = listReader(thingsGroup, 'ThingsGroupId');

/** Calls about groups. The first rows need none, so this is loaded with the pages that make them. */
export function groupsApi({ http }: Pick<Api, 'http'>) {
  const list = endpoints.listThingsGroups;
  const put = endpoints.updateThingsGroup;
  return {
    /** Returns all groups: the endpoint has neither filters nor pages (API document 4.3). */
    async list(options?: { signal?: AbortSignal }): Promise<ThingsGroupList> {
      const route = `${apiPrefix}${list.path}`;
      const call = { method: list.method, route, signal: options?.signal };
      const answer = await http.send(call);
      const items = parseJson(answer.text);
      if (!Array.isArray(items)) throw malformed(call, answer);
      const { records, unreadable } = readGroups(items);
      return { groups: records.map(withoutNumbers), unreadable, requestId: answer.requestId };
    },
    /**
     * Sends a body of exactly the documented keys, once. The response is the group's id (API document 4.4).
     *
     * @throws {ApiError} `malformed` if the response is not an id, so that the outcome is unknown
     */
    async update(groupId: string, update: ThingsGroupUpdate) {
      const call = {
        method: put.method,
        route: `${apiPrefix}${put.path}`,
        path: `${apiPrefix}${put.path.replace('{ThingsGroupId}', encodeURIComponent(groupId))}`,
        body: update,
      };
      const answer = await http.send(call);
      const confirmed = answer.text.trim();
      /** False if the response names a different group. */
      const sameGroup = confirmed === '' || confirmed === '""' || confirms(answer.text, groupId);
      if (!sameGroup && noId.test(confirmed)) throw malformed(call, answer);
      return { sameGroup, requestId: answer.requestId };
    },
  };
}
