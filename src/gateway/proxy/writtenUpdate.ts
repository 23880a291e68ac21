import type { MiddlewareHandler } from 'hono';

import type { ThingsGroupUpdate } from '#contract/groupValues.ts';

import type { Dependencies } from '../dependencies.ts';
import { maxTextLength } from '../history/listedGroups.ts';
import type { RecordEnv } from '../history/recordChange.ts';
import { GatewayError } from '../http/gatewayError.ts';
import { readJson } from '../http/limitedBody.ts';
import { createPersonLimit } from '../http/personLimit.ts';

/**
 * Reads the body of a write. The parsed result is what is sent, so that the history has exactly the values that the
 * service receives: otherwise the two might interpret duplicate keys, letter case or types differently.
 *
 * @throws {GatewayError} `too_often`, and `bad_request` for any body other than the documented one (API document 4.4)
 */
export function readWrite({ clock }: Pick<Dependencies, 'clock'>): MiddlewareHandler<RecordEnv> {
  // Each change adds a row to the history. A run over several groups waits at this limit, as it does at the service's.
  const limitWrites = createPersonLimit(clock, 120, 'sent too many changes');
  return async (context, next) => {
    const { match, session } = context.var;
    const { body } = match.rule;
    if (body === undefined) return next();
    limitWrites(session.username);
    const read = body.safeParse(await readJson(context.req));
    if (!read.success || !Object.values(read.data).every(isKept)) {
      throw new GatewayError('bad_request', {
        message: `A change must contain exactly ${Object.keys(body.shape).join(', ')}, each of its documented type. A text can have at most ${maxTextLength} characters. Nothing was sent.`,
      });
    }
    context.set('update', read.data);
    await next();
  };
}

/** Whether the history and the service get the same text: a lone surrogate cannot be encoded in UTF-8. */
function isKept(value: ThingsGroupUpdate[keyof ThingsGroupUpdate]): boolean {
  return typeof value !== 'string' || (value.length <= maxTextLength && value.isWellFormed());
}
