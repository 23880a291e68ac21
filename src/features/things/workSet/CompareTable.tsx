import type { ReactNode } from 'react';

import type { NameOf } from '#api/nameLookup.ts';
import type { FoundThing, ThingRecord } from '#api/things.ts';
import { absent, formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { CodeName } from '#ui/CodeName.tsx';
import { Link } from '#ui/Link.tsx';
import { TableFrame } from '#ui/table/TableFrame.tsx';
import { textPixels } from '#ui/textPixels.ts';

import type { ThingField } from '../thingFields.ts';
import { fieldValue } from '../ThingValue.tsx';
import { comparedCode, type CompareRow } from './compareRows.ts';

import styles from './Compare.module.css';

/** One SIM of the comparison. */
export interface Column {
  readonly iccid: string;
  /** Undefined until it is read. */
  readonly found: FoundThing | undefined;
  readonly readAt: number | undefined;
  readonly isFetching: boolean;
  /** Whether it is being read for the first time and no attempt has failed yet. */
  readonly isExpected: boolean;
  readonly refetch: () => void;
  /** Shown above the table unless its last read succeeded. */
  readonly notice: ReactNode;
}

interface CompareTableProps {
  columns: readonly Column[];
  rows: readonly CompareRow[];
  differencesOnly: boolean;
  onRemove: (iccid: string) => void;
  /** Names of device models and networks; undefined with static hosting. */
  nameOf: NameOf | undefined;
}

/** The minimum width of the table, in CSS pixels; below that it scrolls. */
const namesWidth = 108;
const columnWidth = 128;

/** A column for each SIM and a row for each field, with differing fields first. */
export function CompareTable(props: CompareTableProps) {
  const { columns, rows, differencesOnly, onRemove, nameOf } = props;
  const differing = rows.filter(({ differs }) => differs);
  const same = rows.filter(({ differs }) => !differs);
  const heads = columns.map((column) => ({
    id: column.iccid,
    header: <Head column={column} onRemove={onRemove} />,
  }));
  return (
    <TableFrame
      label="Compare"
      look="page"
      className={styles.scroller}
      tableClassName={styles.table}
      tableStyle={{ minWidth: textPixels(namesWidth + columns.length * columnWidth) }}
      columns={[{ header: 'Field', rowHeader: true, isUnnamed: true }, ...heads]}
    >
      <Rows title="Differences" rows={differing} {...{ columns, nameOf }} />
      {!differencesOnly && <Rows title="The same" rows={same} {...{ columns, nameOf }} />}
    </TableFrame>
  );
}

function Head({ column, onRemove }: { column: Column; onRemove: (iccid: string) => void }) {
  const { iccid, found, isFetching } = column;
  return (
    <div className={styles.head}>
      <Link to={paths.thing(iccid)} className={styles.iccid}>
        {iccid}
      </Link>
      {found?.thing?.ThingName !== undefined && (
        <span className={styles.name}>{found.thing.ThingName}</span>
      )}
      {!found && isFetching && <span className={styles.name}>Reading…</span>}
      {found && !found.thing && <span className={styles.missing}>{notFoundWords(found)}</span>}
      <button
        type="button"
        className={styles.remove}
        aria-label={`Remove ${iccid}`}
        onClick={() => onRemove(iccid)}
      >
        Remove
      </button>
    </div>
  );
}

/** Says that the response has no readable record with exactly this ICCID. */
function notFoundWords(found: Extract<FoundThing, { thing: undefined }>): string {
  return found.unreadable > 0 || found.more !== 'no'
    ? 'Not found, but it may exist: the service lists more records, or some that cannot be read.'
    : 'Not found: the service lists no SIM with exactly this ICCID.';
}

interface RowsProps {
  title: string;
  rows: readonly CompareRow[];
  columns: readonly Column[];
  nameOf: NameOf | undefined;
}

function Rows({ title, rows, columns, nameOf }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <tbody>
      <tr className={styles.group}>
        <th scope="rowgroup" colSpan={columns.length + 1}>
          <span>{`${title} (${formatNumber(rows.length)})`}</span>
        </th>
      </tr>
      {rows.map(({ field, differs }) => (
        <tr key={field.id} data-differs={differs || undefined}>
          <th scope="row">
            {field.label} {differs && <span className={styles.differs}>≠ differs</span>}
          </th>
          {columns.map(({ iccid, found }) => (
            <td key={iccid}>
              {found?.thing ? fieldValue(field.kind, field.read(found.thing)) : absent}
              {found?.thing && nameIn(field, found.thing, nameOf)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function nameIn(field: ThingField, thing: ThingRecord, nameOf: NameOf | undefined): ReactNode {
  const code = comparedCode(field, thing);
  return nameOf && code !== undefined && <CodeName name={nameOf(code)} keepsLine />;
}
