import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type Selectable,
  sql,
  type SqlBool,
} from 'kysely';

import type { ChangesQuery, GroupChange } from '#contract/history.ts';
import type { CheckResult, Outcome } from '#contract/saveOutcome.ts';
import { applyEach, type ForEach } from '#lib/applyEach.ts';

import { type HistoryLimits, historySince } from '../db/historyLimits.ts';
import { type PageAsked, readTimePage } from '../db/keysetPage.ts';
import type { RecordReader } from '../db/recordReads.ts';
import { readValues, searchText } from '../db/storedValues.ts';
import type { Tables } from '../db/tables.ts';

export type ChangesFilter = Omit<ChangesQuery, 'before' | 'size'> & {
  readonly customerId: string;
};

/** A page of recorded changes, newest first, without those that do not count or have expired, and when it was read. */
export async function readPage(
  reader: RecordReader,
  limits: HistoryLimits,
  { filter, ...asked }: Omit<PageAsked<ChangesFilter>, 'signal'>,
) {
  const isKept = sql<boolean>`recorded_at > ${historySince(reader, limits)}`;
  const page = await readTimePage(reader, 'recordedAt', asked, (db) =>
    db
      .selectFrom('groupChanges')
      .selectAll()
      .select(reader.now().as('now'))
      .where(isKept)
      .where((eb) => condition(eb, reader, filter)),
  );
  return { ...page, rows: page.rows.map((row) => readChange(row, limits)), now: page.rows[0]?.now };
}

type ChangesBuilder = ExpressionBuilder<Tables, 'groupChanges'>;

const conditions: ForEach<
  ChangesFilter,
  Expression<SqlBool>,
  { readonly eb: ChangesBuilder; readonly kind: RecordReader['kind'] }
> = {
  customerId: (customerId, { eb }) => eb('customerId', '=', customerId),
  groupId: (groupId, { eb }) => eb('groupId', '=', groupId),
  group: (group, { eb, kind }) =>
    eb.or([eb('groupId', '=', group), contains(kind, 'searchName', group)]),
  who: (who, { kind }) => contains(kind, 'searchUsername', who),
  outcome: (outcome, { eb }) => cameTo(eb, outcome),
  from: (from, { eb }) => eb('recordedAt', '>=', from),
  to: (to, { eb }) => eb('recordedAt', '<', to),
};

function condition(eb: ChangesBuilder, { kind, isWanted }: RecordReader, filter: ChangesFilter) {
  const some = applyEach(conditions, filter, { eb, kind });
  return eb.and([isWanted, eb('isShown', '=', 1), ...some]);
}

/**
 * Whether a search column contains this text literally. LIKE is not used, because SQLite tries a long pattern at each
 * position of each value, which takes seconds if many values share a prefix.
 */
function contains(kind: RecordReader['kind'], column: string, text: string): RawBuilder<boolean> {
  const position = kind === 'sqlite' ? sql`instr` : sql`strpos`;
  return sql`${position}(${sql.ref(column)}, ${searchText(text)}) > 0`;
}

/** The SQL counterpart of `outcomeOf`. */
function cameTo(eb: ChangesBuilder, outcome: Outcome) {
  // Until it is recorded, the outcome is unknown, whether or not a response can still arrive.
  const isUnanswered = eb('outcome', 'in', ['unknown', 'sending']);
  const isListed = (result: CheckResult) => eb.and([isUnanswered, eb('checkResult', '=', result)]);
  switch (outcome) {
    case 'saved':
      return eb.or([eb('outcome', '=', outcome), isListed('confirmed')]);
    case 'not-seen':
      return isListed('different');
    case 'unknown': {
      const isOpen = eb('checkResult', 'is', null);
      return eb.and([isUnanswered, eb.or([isOpen, eb('checkResult', '=', 'not-confirmable')])]);
    }
    case 'refused':
    case 'not-sent':
    case 'elsewhere':
      return eb('outcome', '=', outcome);
    default:
      return outcome satisfies never;
  }
}

/** The outcome of a change. If its response was lost, the comparison with the next list decides. */
function outcomeOf({
  outcome,
  checkResult,
}: Pick<Selectable<Tables['groupChanges']>, 'outcome' | 'checkResult'>): Outcome {
  if (outcome !== 'unknown' && outcome !== 'sending') return outcome;
  if (checkResult === 'confirmed') return 'saved';
  return checkResult === 'different' ? 'not-seen' : 'unknown';
}

function readChange(
  row: Selectable<Tables['groupChanges']> & { readonly now: number },
  { maxPutMs }: HistoryLimits,
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
    outcome: outcomeOf(row),
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
