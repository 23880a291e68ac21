import { useState } from 'react';

import { Button } from '#ui/Button.tsx';

import type { FindMode } from './findRun.ts';
import { planFind } from './plan.ts';
import type { IdentifierItem } from './readList.ts';
import { useListSize } from './useListSize.ts';
import { counted } from './words.ts';

import styles from './FindMany.module.css';

interface PlanFormProps {
  items: readonly IdentifierItem[];
  isRunning: boolean;
  onFind: (mode: FindMode) => void;
}

/** So few lookups are cheaper than to learn how long the list is. */
const fewLookups = 5;

/** What finding the items costs, and the button that starts it. */
export function PlanForm({ items, isRunning, onFind }: PlanFormProps) {
  const [chosen, setChosen] = useState<FindMode>();
  const isMany = planFind(items, undefined).lookups.most > fewLookups;
  const size = useListSize(isMany);
  const plan = planFind(items, size?.rows);
  const mode = plan.scan === undefined ? 'lookups' : (chosen ?? plan.cheaper);
  const { least, most } = plan.lookups;
  const range = least === most ? counted(most, 'call') : `${least} to ${counted(most, 'call')}`;
  if (items.length === 0) return null;
  return (
    <form
      className={styles.plan}
      onSubmit={(event) => {
        event.preventDefault();
        onFind(mode);
      }}
    >
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
      <p className={styles.note}>
        {size
          ? `“About”, because the service gives no total: ${size.basis}.`
          : 'The number of Things is not known, and so the cost of reading all of them.'}
        {least < most && ' A number that can be of several kinds may take several calls.'}
      </p>
      <Button type="submit" variant="primary" aria-disabled={isRunning}>
        Find
      </Button>
    </form>
  );
}
