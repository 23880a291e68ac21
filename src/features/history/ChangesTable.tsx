import { Link } from 'react-router';

import { messages } from '#api/groupMessages.ts';
import type { GroupChange } from '#api/history.ts';
import { formatTime, utcTime } from '#lib/format.ts';
import { paths } from '#paths.ts';

import { ChangedValues, Outcome, RequestId, Who } from './ChangeParts.tsx';

import records from '#ui/records/records.module.css';
import table from '#ui/table.module.css';
import styles from './Changes.module.css';

const columns = ['When', 'Who', 'Thing Group', 'Before', 'After', 'Outcome', 'Request ID'] as const;

interface ChangesTableProps {
  changes: readonly GroupChange[];
  /** These are not the rows that were asked for last. */
  isStale: boolean;
}

export function ChangesTable({ changes, isStale }: ChangesTableProps) {
  return (
    // Focusable, so that the keyboard can scroll it sideways.
    <div
      className={`${table.scroller} ${styles.scroller}`}
      tabIndex={0}
      role="region"
      aria-label="Changes"
    >
      <table
        aria-label="Changes"
        className={`${table.table} ${records.rows} ${styles.table}`}
        data-waiting={isStale || undefined}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.id}>
              <th scope="row">
                <time dateTime={utcTime(change.at)} title={utcTime(change.at)}>
                  {formatTime(change.at)}
                </time>
              </th>
              <td>
                <Who change={change} />
              </td>
              <td>
                <Link to={paths.group(change.groupId)}>{groupWords(change)}</Link>
              </td>
              <td>
                <ChangedValues change={change} side="before" />
              </td>
              <td>
                <ChangedValues change={change} side="after" />
              </td>
              <td>
                <Outcome change={change} />
              </td>
              <td>
                <RequestId change={change} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The group's name before the change; its id where no list had shown it. */
function groupWords({ groupName, groupId }: GroupChange): string {
  return groupName === null ? groupId : groupName || messages.unnamed;
}
