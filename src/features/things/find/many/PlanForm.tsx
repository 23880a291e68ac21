import { useEffect, useEffectEvent, useMemo, useState } from 'react';

import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';

import type { FindMode } from './findRun.ts';
import { planFind } from './plan.ts';
import type { IdentifierItem } from './readList.ts';
import { useListSize } from './useListSize.ts';
import { counted } from './words.ts';

import styles from './FindMany.module.css';

interface PlanFormProps {
  /** Undefined while the list is being read. */
  items: readonly IdentifierItem[] | undefined;
  isRunning: boolean;
  /** Find was pressed before the list was read. */
  isPressed: boolean;
  onFind: (mode: FindMode) => void;
}

/** With so few lookups, finding out the length of the list would cost more than it saves. */
const fewLookups = 5;
const none: readonly IdentifierItem[] = [];

/** What finding the items costs, and the button that starts it. */
export function PlanForm({ items, isRunning, isPressed, onFind }: PlanFormProps) {
  const [chosen, setChosen] = useState<FindMode>();
  const read = items ?? none;
  const isMany = useMemo(() => planFind(read, undefined).lookups.most > fewLookups, [read]);
  const size = useListSize(isMany);
  const plan = useMemo(() => planFind(read, size?.rows), [read, size?.rows]);
  const mode = plan.scan === undefined ? 'lookups' : (chosen ?? plan.cheaper);
  const isRead = items !== undefined;
  const find = useEffectEvent(() => onFind(mode));
  useEffect(() => {
    if (isPressed && isRead) find();
  }, [isPressed, isRead]);
  if (items?.length === 0) return null;
  const { least, most } = plan.lookups;
  const range =
    least === most ? counted(most, 'call') : `${formatNumber(least)} to ${counted(most, 'call')}`;
  return (
    <form
      className={styles.plan}
      onSubmit={(event) => {
        event.preventDefault();
        onFind(mode);
      }}
    >
      {isRead && (
        <fieldset className={styles.ways} disabled={isRunning}>
          <legend>What the service will be asked</legend>
          <label>
            <input
              type="radio"
              name="way"
              checked={mode === 'lookups'}
              onChange={() => setChosen('lookups')}
            />
            <span>{`One by one: ${range}`}</span>
          </label>
          {plan.scan !== undefined && (
            <label>
              <input
                type="radio"
                name="way"
                checked={mode === 'scan'}
                onChange={() => setChosen('scan')}
              />
              <span>{`All Things once: about ${counted(plan.scan, 'call')}`}</span>
            </label>
          )}
        </fieldset>
      )}
      {isRead ? (
        <p className={styles.note}>
          {size
            ? `“About”, because the service gives no total: ${size.basis}.`
            : 'The cost of reading all Things is unknown, because their number is unknown.'}
          {least < most && ' A number that can be of several kinds may take several calls.'}
        </p>
      ) : (
        <p className={styles.note} role="status">
          {isPressed
            ? 'Find starts as soon as the list is read.'
            : 'The calls to the service are listed here once the list is read.'}
        </p>
      )}
      <Button type="submit" variant="primary" aria-disabled={isRunning}>
        Find
      </Button>
    </form>
  );
}
