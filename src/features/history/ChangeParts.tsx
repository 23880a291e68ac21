import type { GroupChange } from '#api/history.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { PadlockSign } from '#ui/PadlockSign.tsx';
import { Marked } from '#ui/ServiceWords.tsx';

import { changedFields, nameBeside, type ChangedField } from './changeValues.ts';
import { describeChange, outcomeSigns } from './describeChange.ts';
import { PrefixName } from './PrefixName.tsx';

import records from '#ui/records/records.module.css';
import styles from './Changes.module.css';

interface ChangedValuesProps {
  change: GroupChange;
  /** The sides of each field, from left to right. Two sides form one line, such as "Unlocked → Locked 35208115". */
  sides: readonly ['before' | 'after', 'after'?];
}

/**
 * The fields that a change affected or may have affected. They form a list only if there are several, because screen
 * readers announce the number of items.
 */
export function ChangedValues({ change, sides }: ChangedValuesProps) {
  const fields = changedFields(change);
  const [only, ...others] = fields;
  if (!only) {
    const words = sides.at(-1) === 'after' ? 'Same as before' : '—';
    return <p className={records.quiet}>{words}</p>;
  }
  if (others.length === 0) {
    return (
      <p className={styles.value}>
        <FieldLine field={only} sides={sides} />
      </p>
    );
  }
  return (
    <ul className={styles.values}>
      {fields.map((field) => (
        <li key={field.key} className={styles.value}>
          <FieldLine field={field} sides={sides} />
        </li>
      ))}
    </ul>
  );
}

interface FieldLineProps extends Pick<ChangedValuesProps, 'sides'> {
  field: ChangedField;
}

function FieldLine({ field, sides: [first, second] }: FieldLineProps) {
  const name = nameBeside(field, field[first]);
  return (
    <>
      {name !== undefined && <span className={records.quiet}>{name} </span>}
      <Parts field={field} side={first} />
      {second && ' → '}
      {second && <Parts field={field} side={second} />}
    </>
  );
}

function Parts({ field, side }: { field: ChangedField; side: 'before' | 'after' }) {
  return (
    <>
      {field[side].map(({ text, look, isLocked }, index) => (
        <bdi key={text}>
          {index > 0 && ' '}
          {isLocked !== undefined && <PadlockSign isClosed={isLocked} />}
          <span className={styles[look]}>{text}</span>
          {field.key === 'LockMasterImei' && <PrefixName prefix={text} />}
        </bdi>
      ))}
    </>
  );
}

/** The outcome of a change, with a symbol so that colour is not the only cue. */
export function Outcome({ change }: { change: GroupChange }) {
  const { label, words, said } = describeChange(change);
  return (
    <p className={styles.outcome} data-outcome={change.outcome}>
      <span aria-hidden="true" className={styles.sign}>
        {change.isUnderWay ? '…' : outcomeSigns[change.outcome]}
      </span>
      <span>
        <b>{label}</b>
        {said === undefined ? words : words.slice(0, -said.length)}
        {said !== undefined && <Marked>{said}</Marked>}
      </span>
    </p>
  );
}

/** The request id under which the service, or else the gateway, logged this change. */
export function RequestId({ change }: { change: GroupChange }) {
  const id = change.serviceRequestId ?? change.requestId;
  if (id === null) return <span className={records.quiet}>—</span>;
  return (
    <span className={styles.requestId}>
      <code title={id}>{id}</code>
      <CopyButton text={id} label="Copy" name={`Copy request ID ${id}`} />
    </span>
  );
}

/** Who made a change. For changes made elsewhere, the service does not say. */
export function Who({ change: { username } }: { change: GroupChange }) {
  return username ?? <span className={records.quiet}>not known</span>;
}
