import type { FleetSummary } from '#api/inventory.ts';
import { shareWords } from '#api/inventoryWords.ts';
import { formatNumber } from '#lib/format.ts';
import { Link } from '#ui/Link.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';

import { has, stateParts } from './pictures.ts';
import { simsList } from './simsFilters.ts';
import { useFirstRows } from './useFirstRows.tsx';

import styles from './Pictures.module.css';

type Group = FleetSummary['groups'][number];

const heading = 'Thing Groups by size and state';

/** The groups, with a column for each state. */
export function GroupsTable({ summary: { groups, sims } }: { summary: FleetSummary }) {
  const { shown, more } = useFirstRows(groups);
  const states = stateParts(
    Object.fromEntries(groups.flatMap((group) => Object.entries(group.states))),
  );
  const columns: readonly DataColumn<Group>[] = [
    {
      header: 'Thing Group',
      rowHeader: true,
      cell: ({ id, name }) => (
        <Link to={simsList(has('group', id))}>
          {id === null ? 'Without a group' : (name ?? id)}
        </Link>
      ),
    },
    { header: 'SIMs', numeric: true, cell: (group) => formatNumber(group.sims) },
    { header: 'Share', numeric: true, cell: (group) => shareWords(group.sims, sims) },
    ...states.map(({ state, label }) => ({
      header: label,
      numeric: true,
      cell: (group: Group) => <Count group={group} state={state} />,
    })),
  ];
  return (
    <section aria-labelledby="picture-groups" className={styles.picture}>
      <h3 id="picture-groups">{heading}</h3>
      <DataTable
        label={heading}
        region="Groups and states"
        look="bare"
        tableClassName={`${styles.table} ${styles.groups}`}
        columns={columns}
        rows={shown}
        keyOf={({ id }) => id ?? ''}
      />
      {more}
    </section>
  );
}

function Count({ group: { id, states }, state }: { group: Group; state: string }) {
  const count = Object.hasOwn(states, state) ? (states[state] ?? 0) : 0;
  if (count === 0) return <span className={styles.quiet}>0</span>;
  return (
    <Link to={simsList(has('group', id), has('state', state || null))}>{formatNumber(count)}</Link>
  );
}
