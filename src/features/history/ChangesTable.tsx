import { messages } from '#api/groupMessages.ts';
import type { GroupChange } from '#api/history.ts';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';
import { Time } from '#ui/records/Time.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';

import { ChangedValues, Outcome, RequestId, Who } from './ChangeParts.tsx';

import styles from './Changes.module.css';

const columns: readonly DataColumn<GroupChange>[] = [
  { header: 'When', rowHeader: true, cell: ({ at }) => <Time at={at} /> },
  { header: 'Who', card: 'bare', className: styles.who, cell: (change) => <Who {...{ change }} /> },
  {
    header: 'Thing Group',
    card: 'line',
    className: styles.group,
    cell: (change) => <Link to={paths.group(change.groupId)}>{groupWords(change)}</Link>,
  },
  {
    header: 'Before',
    className: styles.side,
    cell: (change) => <ChangedValues change={change} sides={['before']} />,
  },
  {
    header: 'After',
    className: styles.side,
    cell: (change) => <ChangedValues change={change} sides={['after']} />,
  },
  {
    header: 'Outcome',
    card: 'line',
    className: styles.result,
    cell: (change) => <Outcome change={change} />,
  },
  { header: 'Request ID', card: 'line', cell: (change) => <RequestId change={change} /> },
];

interface ChangesTableProps {
  changes: readonly GroupChange[];
  /** Whether the rows belong to an earlier query. */
  isStale: boolean;
}

export function ChangesTable({ changes, isStale }: ChangesTableProps) {
  return (
    <DataTable
      label="Changes"
      className={styles.scroller}
      isCards
      {...{ columns, isStale }}
      rows={changes}
      keyOf={({ id }) => id}
    />
  );
}

/** The group's name before the change, or its id if no list has shown the name. */
function groupWords({ groupName, groupId }: GroupChange): string {
  return groupName === null ? groupId : groupName || messages.unnamed;
}
