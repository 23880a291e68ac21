import { createHash } from 'node:crypto';

import * as z from 'zod/mini';

import { CalledOffError } from '../calledOffError.ts';
import type { GatewayContext } from '../context.ts';
import { GatewayError } from '../gatewayError.ts';
import type { Parts } from '../parts.ts';
import type { SessionRecord } from '../sessions/sessions.ts';
import { type GroupSeen, pickFields, updateFields } from './groupsSeen.ts';
import type { LogFields } from './log.ts';

/** What an audit line tells of one PUT besides its end. */
export interface AuditNote {
  by(record: SessionRecord): void;
  /** @param body as the browser sent it */
  sends(body: Uint8Array): void;
}

const object = z.record(z.string(), z.unknown());

/**
 * Writes one audit line for a PUT of a group, whatever its end: who, which group, what was sent, what
 * the service had last said of the group, and the result.
 *
 * @param groupId decoded
 * @param work does the PUT, and says what it knows as soon as it knows it
 */
export async function audited(
  parts: Parts,
  context: GatewayContext,
  groupId: string,
  work: (note: AuditNote) => Promise<Response>,
): Promise<Response> {
  let username: string | null = null;
  let customerId: string | null = null;
  let before: GroupSeen | undefined;
  let sent: LogFields = {};

  /** @param why there is no answer of the service to pass on */
  const write = (status: number, why?: string) => {
    const result = resultOf(context);
    if (result !== 'not sent') parts.groupsSeen.forget(customerId, groupId);
    parts.log('audit', {
      requestId: context.get('requestId'),
      upstreamRequestId: context.get('upstreamRequestId'),
      action: 'update group',
      username,
      groupId:
        result === 'saved' || parts.groupsSeen.isNamed(groupId) ? groupId : digestOf(groupId),
      ...sent,
      before: before?.fields ?? 'not known',
      beforeAt: before && new Date(before.at).toISOString(),
      result,
      why,
      status,
    });
  };

  try {
    const answer = await work({
      by(record) {
        ({ username, customerId } = record);
        // Now, since a list that is read meanwhile may tell of this very PUT.
        before = parts.groupsSeen.find(customerId, groupId);
      },
      sends(body) {
        sent = describe(body);
      },
    });
    write(answer.status);
    return answer;
  } catch (error) {
    if (error instanceof GatewayError) write(error.status, error.code);
    else if (error instanceof CalledOffError) write(499, 'client_gone');
    else write(500, 'internal');
    throw error;
  }
}

/**
 * Stands for an id that only the browser names, which could be anything, also what no log may hold.
 * Whoever knows an id can still tell whether it was this one.
 */
function digestOf(groupId: string): string {
  return `sha256:${createHash('sha256').update(groupId).digest('hex').slice(0, 16)}`;
}

/** The documented fields by value; of others only how many there were, since they could be anything. */
function describe(body: Uint8Array): LogFields {
  const parsed = object.safeParse(parse(body));
  if (!parsed.success) return { sent: '(no object)' };
  const known: ReadonlySet<string> = new Set(updateFields);
  const others = Object.keys(parsed.data).filter((name) => !known.has(name)).length;
  return {
    sent: pickFields(parsed.data, updateFields),
    ...(others > 0 && { sentOtherFields: others }),
  };
}

/** By the service's own answer; without one, or with a failure, it may have saved or not. */
function resultOf(context: GatewayContext): 'saved' | 'refused' | 'not sent' | 'unknown' {
  if (context.get('upstreamMs') === undefined) return 'not sent';
  const status = context.get('upstreamStatus');
  if (status === undefined || status >= 500) return 'unknown';
  return status < 300 ? 'saved' : 'refused';
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
