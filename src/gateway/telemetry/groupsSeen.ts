import * as z from 'zod/mini';

import { thingsGroupUpdate } from '#contract/thingsGroup.ts';

import type { LogValue } from './log.ts';

/** What a list said about one group, as far as a PUT can change it. */
export interface GroupSeen {
  /** When the list came. */
  readonly at: number;
  /** The fields of a PUT that the list carried, and the group's version mark. */
  readonly fields: Readonly<Record<string, LogValue>>;
}

/**
 * What the service last said about each group, so that the audit log can tell what a PUT changed without
 * another call. It is for the log alone: no answer to a browser is ever made from it.
 */
export interface GroupsSeen {
  /** @param answer body of `GET /thingsgroup/listWithMeasures`, whatever it holds */
  learn(customerId: string, answer: string): void;
  find(customerId: string | null, groupId: string): GroupSeen | undefined;
  /** Whether a list of any customer named this group: then the id comes from the service. */
  isNamed(groupId: string): boolean;
  /** After a PUT only the next list knows what the group holds. */
  forget(customerId: string | null, groupId: string): void;
}

/** The fields that a PUT replaces (API document 4.4). */
export const updateFields: readonly string[] = Object.keys(thingsGroupUpdate.shape);

/** Of all customers. Their fields are cut, so this bounds the memory too. */
const maxGroups = 20_000;
const maxGroupsOfOne = 2_000;
const maxTextLength = 200;

const records = z.array(z.unknown());
const record = z.record(z.string(), z.unknown());

/** @param now milliseconds since the Unix epoch */
export function createGroupsSeen(now: () => number): GroupsSeen {
  // Null where a list named the group, and a PUT came after it.
  const byCustomer = new Map<string, Map<string, GroupSeen | null>>();
  let count = 0;

  function drop(customerId: string) {
    count -= byCustomer.get(customerId)?.size ?? 0;
    byCustomer.delete(customerId);
  }

  return {
    learn(customerId, answer) {
      const list = records.safeParse(parse(answer));
      if (!list.success) return;
      const groups = new Map<string, GroupSeen | null>();
      for (const item of list.data.slice(0, maxGroupsOfOne)) {
        const group = record.safeParse(item);
        const id = group.success ? group.data['ThingsGroupId'] : undefined;
        // No PUT can name a longer id, and it would only take memory.
        if (!group.success || typeof id !== 'string' || id.length > 128) continue;
        const fields = pickFields(group.data, [...updateFields, 'DateModified']);
        groups.set(id, { at: now(), fields });
      }
      // Dropped first, so that the customer whose list is oldest comes first in the map.
      drop(customerId);
      if (groups.size > 0) byCustomer.set(customerId, groups);
      count += groups.size;
      for (const oldest of byCustomer.keys()) {
        if (count <= maxGroups) break;
        drop(oldest);
      }
    },
    find: (customerId, groupId) => byCustomer.get(customerId ?? '')?.get(groupId) ?? undefined,
    isNamed: (groupId) => byCustomer.values().some((groups) => groups.has(groupId)),
    forget(customerId, groupId) {
      const groups = byCustomer.get(customerId ?? '');
      if (groups?.has(groupId) === true) groups.set(groupId, null);
    },
  };
}

/** The named fields that are there; of a value that is not plain only its type. */
export function pickFields(
  source: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, LogValue>> {
  const picked: Record<string, LogValue> = {};
  for (const name of names) {
    if (!Object.hasOwn(source, name)) continue;
    const value = source[name];
    if (typeof value === 'string') picked[name] = value.slice(0, maxTextLength);
    else if (typeof value === 'number' || typeof value === 'boolean') picked[name] = value;
    else picked[name] = value === null ? null : `(${typeof value})`;
  }
  return picked;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
