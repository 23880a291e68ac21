import type { ExpressionBuilder, Selectable } from 'kysely';

import type { ChangesQuery, GroupChange } from '#contract/changes.ts';

import { type Page, type PageKey, readKeysetPage } from './keysetPage.ts';
import type { RecordReader } from './recordReads.ts';
import { readValues } from './storedValues.ts';
import type { Tables } from './tables.ts';
import { contains } from './textSearch.ts';

export type ChangesFilter = Omit<ChangesQuery, 'before' | 'size'> & {
  readonly customerId: string;
};

export interface PageOptions {
  readonly filter: ChangesFilter;
  /** The page begins behind this one; null for the first. */
  readonly before: PageKey | null;
  readonly size: number;
  /** Of somebody who may leave. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A page of the recorded changes, the newest first.
 *
 * @param maxPutMs until then after its row a change without an outcome may be under way
 */
export async function readPage(
  reader: RecordReader,
  maxPutMs: number,
  { filter, before, size }: Omit<PageOptions, 'signal'>,
): Promise<Page<GroupChange>> {
  const { run, now } = reader;
  return readKeysetPage<GroupChange>({
    before,
    size,
    keyOf,
    async following(limit) {
      const rows = await run((db) =>
        db
          .selectFrom('groupChanges')
          .selectAll()
          .select(now().as('now'))
          .where((eb) => condition(eb, reader, filter))
          .$if(before !== null, (query) => query.where((eb) => compareKey(eb, '<', before)))
          .orderBy('recordedAt', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute(),
      );
      return rows.map((row) => readChange(row, maxPutMs));
    },
    preceding: (from, limit) =>
      run((db) =>
        db
          .selectFrom('groupChanges')
          .select(['recordedAt as at', 'id'])
          .where((eb) => condition(eb, reader, filter))
          .where((eb) => compareKey(eb, '>=', from))
          .orderBy('recordedAt', 'asc')
          .orderBy('id', 'asc')
          .limit(limit)
          .execute(),
      ),
  });
}

function keyOf({ at, id }: PageKey): PageKey {
  return { at, id };
}

function condition(
  eb: ExpressionBuilder<Tables, 'groupChanges'>,
  { kind, isWanted }: RecordReader,
  { customerId, groupId, group, who, outcome, from, to }: ChangesFilter,
) {
  return eb.and([
    eb('customerId', '=', customerId),
    isWanted,
    eb('isShown', '=', 1),
    ...(groupId === undefined ? [] : [eb('groupId', '=', groupId)]),
    ...(group === undefined
      ? []
      : [eb.or([eb('groupId', '=', group), contains(kind, 'searchName', group)])]),
    ...(who === undefined ? [] : [contains(kind, 'searchUsername', who)]),
    // Nobody knows what became of one without an outcome, whether an answer may still come or not.
    ...(outcome === 'unknown' ? [eb('outcome', 'in', ['unknown', 'sending'])] : []),
    ...(outcome === undefined || outcome === 'unknown' ? [] : [eb('outcome', '=', outcome)]),
    ...(from === undefined ? [] : [eb('recordedAt', '>=', from)]),
    ...(to === undefined ? [] : [eb('recordedAt', '<', to)]),
  ]);
}

function compareKey(
  eb: ExpressionBuilder<Tables, 'groupChanges'>,
  operator: '<' | '>=',
  key: PageKey | null,
) {
  const { at, id } = key ?? { at: 0, id: '' };
  return eb(eb.refTuple('recordedAt', 'id'), operator, eb.tuple(at, id));
}

function readChange(
  row: Selectable<Tables['groupChanges']> & { readonly now: number },
  maxPutMs: number,
): GroupChange {
  const { id, since, username, groupId, groupName, beforeAt, status, message } = row;
  const { outcome, checkResult, checkAt, requestId, serviceRequestId } = row;
  return {
    id,
    at: row.recordedAt,
    since,
    username,
    groupId,
    groupName,
    before: readValues(row.beforeValues),
    beforeAt,
    after: readValues(row.afterValues),
    outcome: outcome === 'sending' ? 'unknown' : outcome,
    isUnderWay: outcome === 'sending' && row.recordedAt + maxPutMs > row.now,
    status,
    message,
    check:
      checkResult === null
        ? null
        : { result: checkResult, at: checkAt ?? 0, seen: readValues(row.checkSeen) },
    requestId,
    serviceRequestId,
  };
}
