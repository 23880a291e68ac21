import type { ThingsGroupRecord } from '#api/groups.ts';
import { absent, formatNumber, formatTime } from '#lib/format.ts';

import { messages } from '../messages.ts';

import styles from './GroupEditorPage.module.css';

/** What the list says of the group beside its settings. The measures have no stated unit or period. */
export function GroupFacts({ group }: { group: ThingsGroupRecord }) {
  const { columns } = messages;
  const networks = group.Networks?.map((network) => network.NetworkName).join(', ');
  const facts: readonly (readonly [string, string | undefined])[] = [
    [columns.description, group.ThingsGroupDescription],
    [columns.profile, group.TelephonyProfileName],
    [columns.networks, networks],
    [columns.total, formatNumber(group.total)],
    [columns.active, formatNumber(group.Active)],
    [columns.alarm, formatNumber(group.Alarm)],
    [columns.data, formatNumber(group.Data)],
    [columns.sms, formatNumber(group.SMS)],
    [columns.voice, formatNumber(group.Voice)],
    [columns.modified, formatTime(group.DateModified)],
    ['ID', group.ThingsGroupId],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || absent}</dd>
        </div>
      ))}
    </dl>
  );
}
