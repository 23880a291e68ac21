import { type ExpressionBuilder, type Selectable, sql } from 'kysely';

import type { ChangesQuery, GroupChange } from '#contract/changes.ts';

import type { Database } from './database.ts';
import { readValues, searchText } from './storedValues.ts';
import type { Tables } from './tables.ts';

/** Key of a row in the order of the page, and with it a cursor. */
export interface ChangeKey {
  readonly recordedAt: number;
  readonly id: string;
}

export interface PageOfChanges {
  readonly changes: readonly GroupChange[];
  readonly next: ChangeKey | null;
  /** `first` where the page of newer ones is the first. */
  readonly previous: ChangeKey | 'first' | null;
}

export type ChangesFilter = Omit<ChangesQuery, 'before' | 'size'> & {
  readonly customerId: string;
};

export interface PageOptions {
  readonly filter: ChangesFilter;
  /** The page begins behind this one; null for the first. */
  readonly before: ChangeKey | null;
  readonly size: number;
}

/**
 * A page of the recorded changes, the newest first.
 *
 * @param maxPutMs until then after its row a change without an outcome may be under way
 */
export async function readPage(
  { run, now }: Database,
  maxPutMs: number,
  { filter, before, size }: PageOptions,
): Promise<PageOfChanges> {
  const found = await run((db) =>
    db
      .selectFrom('groupChanges')
      .selectAll()
      .select(now().as('now'))
      .where((eb) => condition(eb, filter))
      .$if(before !== null, (query) => query.where((eb) => compareKey(eb, '<', before)))
      .orderBy('recordedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(size + 1)
      .execute(),
  );
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return {
    changes: rows.map((row) => readChange(row, maxPutMs)),
    next: found.length > size && last ? keyOf(last) : null,
    previous: before && (await readPrevious()),
  };

  /** The page of newer ones ends with this one's cursor, so the row before its rows is its own cursor. */
  async function readPrevious(): Promise<PageOfChanges['previous']> {
    const newer = await run((db) =>
      db
        .selectFrom('groupChanges')
        .select(['recordedAt', 'id'])
        .where((eb) => condition(eb, filter))
        .where((eb) => compareKey(eb, '>=', before))
        .orderBy('recordedAt', 'asc')
        .orderBy('id', 'asc')
        .limit(size + 1)
        .execute(),
    );
    return newer.length === 0 ? null : (newer[size] ?? 'first');
  }
}

function keyOf({ recordedAt, id }: ChangeKey): ChangeKey {
  return { recordedAt, id };
}

function condition(
  eb: ExpressionBuilder<Tables, 'groupChanges'>,
  { customerId, groupId, group, who, outcome, from, to }: ChangesFilter,
) {
  return eb.and([
    eb('customerId', '=', customerId),
    eb('isShown', '=', 1),
    ...(groupId === undefined ? [] : [eb('groupId', '=', groupId)]),
    ...(group === undefined
      ? []
      : [eb.or([eb('groupId', '=', group), contains('searchName', group)])]),
    ...(who === undefined ? [] : [contains('searchUsername', who)]),
    // Nobody knows what became of one without an outcome, whether an answer may still come or not.
    ...(outcome === 'unknown' ? [eb('outcome', 'in', ['unknown', 'sending'])] : []),
    ...(outcome === undefined || outcome === 'unknown' ? [] : [eb('outcome', '=', outcome)]),
    ...(from === undefined ? [] : [eb('recordedAt', '>=', from)]),
    ...(to === undefined ? [] : [eb('recordedAt', '<', to)]),
  ]);
}

/** The wildcards of LIKE in a person's text mean themselves. */
function contains(column: 'searchName' | 'searchUsername', text: string) {
  const pattern = `%${searchText(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape ${sql.lit('\\')}`;
}

function compareKey(
  eb: ExpressionBuilder<Tables, 'groupChanges'>,
  operator: '<' | '>=',
  key: ChangeKey | null,
) {
  const { recordedAt, id } = key ?? { recordedAt: 0, id: '' };
  return eb(eb.refTuple('recordedAt', 'id'), operator, eb.tuple(recordedAt, id));
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
